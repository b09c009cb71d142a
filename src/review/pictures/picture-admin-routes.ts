import { Readable } from 'node:stream';
import { z } from 'zod';
import { ApiError } from '../../platform/http/api-error.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { adminRoute } from '../../platform/http/callers/admin-route.ts';
import { takeDownBodySchema, takenDownSchema } from './submitted-picture-contract.ts';
import { PICTURE_SIZES, type PictureSize } from '../../catalog/pictures/picture-address.ts';
import { findPicture } from './picture-store.ts';
import { takeDownPicture } from './take-down-picture.ts';
import type { PictureDependencies } from './take-picture.ts';
import { storageFailed } from './storage/picture-storage.ts';

const SIZES = PICTURE_SIZES.map(String) as `${PictureSize}`[];
const SUBMISSION_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const PICTURE = '01890a5d-ac96-774b-bcce-b302099a8058';

/** Routes by which operators view contributed pictures and take them down. */
export function pictureAdminRoutes(deps: Pick<PictureDependencies, 'db' | 'pictureStorage'>) {
  const { db, pictureStorage } = deps;
  return [
    adminRoute('get', '/submissions/{id}/images/{image_id}', 'getSubmittedPicture', {
      role: 'reviewer',
      tag: 'Review',
      summary: 'A picture of a submission, approved or not',
      params: z.object({
        id: pathId('Id of the submission', SUBMISSION_ID),
        image_id: pathId('Id of the picture', PICTURE),
      }),
      query: z.object({
        size: z.enum(SIZES).default('1200').meta({ description: 'The most pixels of the longer side' }),
      }),
      response: z.string().meta({ format: 'binary' }),
      contentType: 'image/webp',
      errors: ['not_found'],
      handler: async ({ params: { id, image_id: pictureId }, query }) => {
        const picture = await findPicture(db, id, pictureId);
        const size = Number(query.size) as PictureSize;
        const bytes =
          picture && (await pictureStorage?.read(picture.sha256.toString('hex'), size).catch(storageFailed));
        if (!bytes) throw new ApiError('not_found', 'The picture does not exist, or was removed.');
        return Readable.from([bytes]);
      },
    }),
    adminRoute('post', '/images/{sha256}/take-down', 'takeDownPicture', {
      role: 'editor',
      tag: 'Products',
      summary: 'Take a picture of a contributor off every product, delete it, and never take it again',
      description:
        'Pictures that look like it are refused too. This cannot be undone. Copies in caches in front of the ' +
        'service and in dumps that were made before cannot be recalled.',
      params: z.object({
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/, 'is not a SHA-256')
          .meta({ description: 'From its address', example: 'a'.repeat(64) }),
      }),
      body: takeDownBodySchema,
      response: takenDownSchema,
      errors: ['not_found'],
      handler: ({ params: { sha256 }, body: { reason }, operator, author }) =>
        takeDownPicture(deps, sha256, { reason, operatorId: operator.id, author }),
    }),
  ];
}
