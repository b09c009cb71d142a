import { z } from 'zod';
import type { Addresses } from '../../access/limits/addresses.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { routesOf, type HandlerInput } from '../../platform/http/route.ts';
import {
  MOST_PICTURE_BYTES,
  MOST_PICTURES,
  pictureQuerySchema,
  takenPictureSchema,
} from './submitted-picture-contract.ts';
import { takePicture, type PictureDependencies } from './take-picture.ts';
import { withdrawPicture } from './withdraw-picture.ts';

/** The file as sent. */
const fileSchema = z.instanceof(Buffer).meta({
  type: 'string',
  format: 'binary',
  description: `JPEG, PNG or WebP, at most ${MOST_PICTURE_BYTES} bytes, 50 megapixels and 16383 pixels each way`,
});
const id = pathId('Id of the submission', '01890a5d-ac96-774b-bcce-b302099a8057');
const WRONG_TOKEN = 'The `X-Answer-Token` is missing, or is not that of the submission.';
const NOT_PENDING =
  'The submission is decided: `details.status`. Without `details` it is being decided or changed: repeat the call after a second.';
/** Includes the wait for pictures before it, and decoding. */
const DEADLINE_MS = 45_000;
const route = routesOf({
  requestHeaders: z.object({
    'X-Answer-Token': z.string().meta({ description: 'The `answer_token` of the submission' }),
  }),
  tag: 'Contribution',
  cacheControl: 'no-store',
  unmetered: true,
  hasOwnLimit: true,
});

/** Routes to upload and withdraw pictures of a submission. */
export function pictureRoutes(deps: PictureDependencies & { accounts: { addresses: Addresses } }) {
  return [
    route('post', '/submissions/{id}/images', 'sendPicture', {
      summary: 'Send a picture with a submission, while it is pending',
      description:
        `The file itself is the body; at most ${MOST_PICTURES} pictures each. It is encoded again from its pixels, without ` +
        'the file’s place and camera, and only operators see it until they approve it. 400 `validation_failed` with `details.reason`: ' +
        '`unreadable`, `too_many_pixels`, `animated`, `too_costly`.',
      params: z.object({ id }),
      query: pictureQuerySchema,
      body: fileSchema,
      // Client generators know no other type for a file.
      bodyTypes: ['application/octet-stream'],
      bodyLimitBytes: MOST_PICTURE_BYTES,
      deadlineMs: DEADLINE_MS,
      response: takenPictureSchema,
      status: 201,
      errors: ['not_found', 'forbidden', 'invalid_state', 'invalid_api_key', 'rate_limited'],
      errorTexts: {
        not_found: 'There is no submission with this id, or it is malformed.',
        forbidden: `${WRONG_TOKEN} Or: the picture was taken down before, and \`details.reason\` is \`picture_blocked\`.`,
        invalid_state: `${NOT_PENDING} Or: it has ${MOST_PICTURES} pictures, and \`details.reason\` is \`too_many_pictures\`.`,
      },
      takesIdempotencyKey: true,
      handler: async ({ params, query: { role }, body: bytes, headers, address, signal, once }) => {
        const token = readToken(headers);
        const isGood = await deps.accounts.addresses.isGood(address);
        const upload = { submissionId: params.id, proof: { token }, bytes, role, address, isGood, signal };
        return await once((keep) => takePicture(deps, upload, keep));
      },
    }),
    route('delete', '/submissions/{id}/images/{image_id}', 'withdrawPicture', {
      summary: 'Take a picture back, while its submission is pending',
      params: z.object({
        id,
        image_id: pathId('Id of the picture', '01890a5d-ac96-774b-bcce-b302099a8058'),
      }),
      response: z.object({ id: z.uuid() }),
      errors: ['not_found', 'forbidden', 'invalid_state', 'invalid_api_key', 'rate_limited'],
      errorTexts: {
        not_found: 'There is no submission or picture with this id, or it is malformed.',
        forbidden: WRONG_TOKEN,
        invalid_state: NOT_PENDING,
      },
      handler: async ({ params, headers, requestId }) => {
        const token = readToken(headers);
        await withdrawPicture(
          deps,
          { submissionId: params.id, pictureId: params.image_id, token },
          requestId,
        );
        return { id: params.image_id };
      },
    }),
  ];
}

/** @throws ApiError `forbidden` */
function readToken(headers: HandlerInput<undefined, undefined, undefined>['headers']): string {
  const token = headers['x-answer-token'];
  if (typeof token === 'string' && token !== '') return token;
  throw new ApiError('forbidden', 'Send the answer_token of the submission in the header X-Answer-Token.');
}
