import { stringifySetCookie } from 'cookie';
import type { z } from 'zod';
import { FACTS } from '../../../facts/registry/fact-registry.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { describeWrite, type KeepAnswer } from '../../../platform/http/idempotency/run-once.ts';
import { routesOf, type Route } from '../../../platform/http/route.ts';
import { MOST_PICTURE_BYTES } from '../../../review/pictures/submitted-picture-contract.ts';
import type { OuterInput } from '../../own-endpoints.ts';
import { FORM_TYPES } from '../../reads-by-form.ts';
import { offCode } from '../off-contract.ts';
import { VERSIONS_3, SESSION_COOKIE } from '../off-versions.ts';
import {
  savedFields,
  savedFieldsV3,
  savedPicture,
  savedPictureV3,
  signedIn,
  signIn,
  writtenPatch,
  writtenPicture,
  writtenPictureV3,
  writtenProduct,
} from './off-write-contract.ts';
import {
  readNamed,
  requireSender,
  sendFields,
  sendPicture,
  type SentPicture,
  type SentSubmission,
  type WriteDependencies,
} from './send-as-off.ts';
import { readWrittenFields } from './written-fields.ts';

/** Cyrillic takes six bytes a letter in a form. */
const MOST_BODY_BYTES = 131_072;
/** Includes the wait for pictures before it, and decoding. */
const PICTURE_DEADLINE_MS = 45_000;
/** Base64 takes four bytes for three. */
const MOST_BASE64_BYTES = Math.ceil(MOST_PICTURE_BYTES / 3) * 4 + 4_096;

const route = routesOf({ tag: 'Open Food Facts', isLenient: true, cacheControl: 'no-store' });
const FIELDS = { takesIdempotencyKey: true, bodyLimitBytes: MOST_BODY_BYTES } as const;
const PATCH = {
  ...FIELDS,
  summary: 'Submit a product, or a correction of one, as JSON',
  params: offCode,
  body: writtenPatch,
} as const;
const SAVED = { status: 1 as const, status_verbose: 'fields saved' as const };

/** Returns the operation id of our endpoint for one that writes, by its own. */
export function ownWriteOf(operationId: string): string | undefined {
  if (operationId.startsWith('uploadOffPicture')) return 'sendPicture';
  return /^(write|patch)OffProduct/.test(operationId) ? 'submitFacts' : undefined;
}

/** The endpoints of Open Food Facts that write. Each submission waits for its review. */
export function offWriteRoutes(deps: WriteDependencies): Route[] {
  return [
    ...['product_jqm2', 'product_jqm_multilingual'].map((name) =>
      route('post', `/cgi/${name}.pl`, `writeOffProduct_${name}`, {
        ...FIELDS,
        summary: 'Submit a product, or a correction of one, as a form',
        body: writtenProduct,
        bodyTypes: FORM_TYPES,
        response: savedFields,
        handler: async ({ body, ...input }) => {
          const accountId = await requireSender(deps, input, body.password);
          const named = readNamed(body.code);
          const sender = { ...input, accountId };
          return await input.once(
            describeWrite(
              (keep: KeepAnswer<SentSubmission>) =>
                sendFields(deps, named, readWrittenFields(body), sender, keep),
              (submission) => ({ code: named.code, ...SAVED, submission }),
            ),
          );
        },
      }),
    ),
    route('patch', '/api/v2/product/{code}', 'patchOffProduct_v2', {
      ...PATCH,
      response: savedFields,
      handler: ({ params, body, ...input }) =>
        patch(deps, params.code, { body, input }, (code, submission) => ({ code, ...SAVED, submission })),
    }),
    ...VERSIONS_3.map((version) =>
      route('patch', `/api/${version}/product/{code}`, `patchOffProduct_${version.replace('.', '_')}`, {
        ...PATCH,
        response: savedFieldsV3,
        handler: ({ params, body, ...input }) =>
          patch(deps, params.code, { body, input }, (code, submission) => ({
            ...succeed(code, 'product_updated' as const, 'Product updated'),
            submission,
          })),
      }),
    ),
    route('post', '/cgi/product_image_upload.pl', 'uploadOffPicture', {
      takesIdempotencyKey: true,
      summary: 'Add a picture to what the same key submitted for the product, or to the product',
      body: writtenPicture,
      bodyTypes: ['multipart/form-data'],
      bodyLimitBytes: MOST_PICTURE_BYTES,
      deadlineMs: PICTURE_DEADLINE_MS,
      response: savedPicture,
      handler: async ({ body, ...input }) => {
        const accountId = await requireSender(deps, input, body.password);
        const named = readNamed(body.code);
        const [field, bytes] = findFile(body);
        const imagefield = typeof body.imagefield === 'string' ? body.imagefield : field;
        const picture = { bytes, role: roleOf(imagefield) };
        const sender = { ...input, accountId };
        return await input.once(
          describeWrite(
            (keep: KeepAnswer<SentPicture>) => sendPicture(deps, named, picture, sender, keep),
            ({ id, submissionId }) => ({
              code: named.code,
              status: 'status ok' as const,
              imagefield,
              image: { imgid: id },
              submission: { id: submissionId },
            }),
          ),
        );
      },
    }),
    ...VERSIONS_3.map((version) =>
      route(
        'post',
        `/api/${version}/product/{code}/images`,
        `uploadOffPicture_${version.replace('.', '_')}`,
        {
          takesIdempotencyKey: true,
          summary: 'Add a picture to what the same key submitted for the product, or to the product, as JSON',
          params: offCode,
          body: writtenPictureV3,
          bodyLimitBytes: MOST_BASE64_BYTES,
          deadlineMs: PICTURE_DEADLINE_MS,
          response: savedPictureV3,
          handler: async ({ params, body, ...input }) => {
            const accountId = await requireSender(deps, input, body.password);
            const named = readNamed(params.code);
            const bytes = Buffer.from(body.image_data_base64, 'base64');
            const picture = { bytes, role: roleOf(Object.keys(body.selected ?? {})[0] ?? 'front') };
            const sender = { ...input, accountId };
            return await input.once(
              describeWrite(
                (keep: KeepAnswer<SentPicture>) => sendPicture(deps, named, picture, sender, keep),
                ({ submissionId }) => ({
                  ...succeed(named.code, 'image_uploaded' as const, 'Image uploaded'),
                  submission: { id: submissionId },
                }),
              ),
            );
          },
        },
      ),
    ),
    route('post', '/cgi/session.pl', 'signInAsOff', {
      summary: 'Get a session cookie for a key, for apps that know a user name and a password only',
      body: signIn,
      bodyTypes: FORM_TYPES,
      response: signedIn,
      handler: async ({ body, root, url, setCookie }) => {
        const key = typeof body.password === 'string' ? body.password.trim() : '';
        const caller = key === '' ? undefined : await deps.accounts.keyCheck.findCaller(key);
        if (caller?.kind !== 'key')
          throw new ApiError(
            'forbidden',
            'user not signed-in: Incorrect user name or password. The password is a key of this service.',
          );
        const path = /^\/[a-z]+(?=\/(k\/[^/]+\/)?cgi\/)/.exec(url)?.[0] ?? '/';
        const secure = root.startsWith('https:');
        // No page of another site can have a browser send it.
        const rules = { path, secure, httpOnly: true, sameSite: 'strict' } as const;
        setCookie(stringifySetCookie({ name: SESSION_COOKIE, value: key, ...rules }));
        const user_id = typeof body.user_id === 'string' ? body.user_id : '';
        return { status: 1 as const, status_verbose: 'user signed-in' as const, user_id, user: {} };
      },
    }),
  ];
}

/** Sends the fields of the `product`, and those about the request beside it. */
async function patch<T>(
  deps: WriteDependencies,
  given: string,
  { body, input }: { body: z.output<typeof writtenPatch>; input: OuterInput },
  describe: (code: string, submission: SentSubmission) => T,
): Promise<T> {
  const { product, ...request } = body;
  const accountId = await requireSender(deps, input, request.password);
  const named = readNamed(given);
  const fields = readWrittenFields({ ...request, ...product });
  return await input.once(
    describeWrite(
      (keep: KeepAnswer<SentSubmission>) => sendFields(deps, named, fields, { ...input, accountId }, keep),
      (submission) => describe(named.code, submission),
    ),
  );
}

function succeed<Id extends string>(code: string, id: Id, name: string) {
  const result = { id, name, lc_name: name };
  return { code, status: 'success' as const, result, product: { code }, errors: [], warnings: [] };
}

/** @throws ApiError `invalid_request` */
function findFile(body: Record<string, unknown>): [field: string, bytes: Buffer] {
  const [name = '', bytes] = Object.entries(body).find(([, value]) => Buffer.isBuffer(value)) ?? [];
  if (!Buffer.isBuffer(bytes))
    throw new ApiError('invalid_request', 'There is no file: send it in the field imgupload_front.');
  return [name.replace(/^imgupload_/, ''), bytes];
}

/** @throws ApiError `validation_failed` */
function roleOf(imagefield: string) {
  const { roles } = FACTS.pictures.value;
  const name = imagefield.replace(/_[a-z]{2}$/, '');
  // A picture of anything else of the pack.
  const role = name === 'other' ? 'packaging' : roles.find((one) => one === name);
  if (role) return role;
  throw new ApiError('validation_failed', `imagefield must begin with one of ${roles.join(', ')}.`, {
    details: { fields: [{ field: 'imagefield', code: 'invalid', message: 'is unknown' }] },
  });
}
