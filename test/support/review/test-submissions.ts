import { eq } from 'drizzle-orm';
import type { Response } from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { hashSubmission } from '../../../src/review/submissions/submission-content.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { auditLog } from '../../../src/platform/db/schema/operations.ts';
import type { TestApi } from '../test-api.ts';

/** Submits something as a stranger would, over HTTP, and answers the id of the submission. */
export async function submitFacts(api: TestApi, body: object): Promise<string> {
  const response = await api.submit('/submissions', body);
  if (response.status !== 201) throw new Error(`the submission was refused: ${response.text}`);
  return (response.body as { id: string }).id;
}

/** Sends a back-flow item and answers the id of its submission. */
export async function sendItem(api: TestApi, key: string, item: object): Promise<string> {
  const response = await api.submit('/backflow', { items: [item] }, { 'X-API-Key': key });
  const [result] = (response.body as { results: { submission_id: string | null }[] }).results;
  if (!result?.submission_id) throw new Error(`the item was not taken: ${response.text}`);
  return result.submission_id;
}

export async function findSubmission(db: Db, id: string) {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
  return row;
}

/** Audit rows about one thing, oldest first. */
export async function listAudit(db: Db, entityId: string) {
  return await db.select().from(auditLog).where(eq(auditLog.entityId, entityId)).orderBy(auditLog.seq);
}

export const errorOf = ({ body }: Response) =>
  (body as { error: { code: string; message: string; details?: Record<string, unknown> } }).error;

/** Puts public submissions into the review queue, without asking the API. Returns their ids. */
export async function insertNamedSubmissions(
  db: Db,
  named: { name: string; gtin: string }[],
): Promise<string[]> {
  const rows = named.map(({ name, gtin }) => {
    const gtin14 = gtin.padStart(14, '0');
    const content = { name };
    const contentHash = hashSubmission({ gtin14, productId: null, content });
    return { id: uuidv7(), source: 'public' as const, gtin14, content, contentHash };
  });
  await db.insert(submissions).values(rows);
  return rows.map(({ id }) => id);
}
