import { eq } from 'drizzle-orm';
import { displayGtin } from '../../facts/values/gtin.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { listPictures } from '../pictures/picture-store.ts';
import type { PictureDependencies } from '../pictures/take-picture.ts';
import { isAnswerToken } from './messages/answer-token.ts';
import { listContent } from './submission-content.ts';
import type { SentSubmission } from './submission-contract.ts';

export type SentDependencies = Pick<PictureDependencies, 'db' | 'pictureStorage'>;

/** Returns what a submission contains, or undefined for a wrong token. */
export async function findSent(
  { db, pictureStorage }: SentDependencies,
  id: string,
  token: string,
): Promise<SentSubmission | undefined> {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
  if (!row || !isAnswerToken(token, row.answerTokenHash)) return undefined;
  const pictures = await listPictures(db, id);
  return {
    gtin: row.gtin14 === null ? null : displayGtin(row.gtin14),
    product_id: row.productId,
    content: listContent(row.content),
    pictures: await Promise.all(
      pictures.map(async ({ id: pictureId, role, sha256 }) => {
        // A storage failure must not fail the rest of the receipt.
        const bytes = await pictureStorage?.read(sha256.toString('hex'), 200).catch(() => undefined);
        const thumbnail = bytes ? `data:image/webp;base64,${bytes.toString('base64')}` : null;
        return { id: pictureId, role, thumbnail };
      }),
    ),
  };
}
