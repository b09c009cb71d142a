import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../http/api-error.ts';
import { freeForm } from '../http/free-form.ts';
import type { Route } from '../http/route.ts';
import { headers, type HeaderName } from './openapi-headers.ts';

/** The text of `invalid_api_key` on a route with `needsKey`. */
export const NEEDED_KEY = 'The key is missing, malformed, unknown, revoked or not confirmed.';

/** Descriptions of errors whose code does not explain itself. A route may have its own: `errorTexts`. */
export const ERROR_DESCRIPTIONS: Partial<Record<ErrorCode, string>> = {
  merged: 'The product was merged into the one at `Location`, whose id is `details.merged_into`.',
  request_timeout: 'The request did not arrive in time.',
  header_too_large: 'The request line and headers are larger than 8 KB.',
  internal_error: 'A fault of the service, noted under the request id.',
  invalid_request:
    'The request is malformed: a bad percent escape in the path, a body that is not JSON or has other fields.',
  validation_failed: 'A field of the body breaks its rule; `details.fields` names it.',
  invalid_email: 'This is not an e-mail address that can be used here.',
  weak_password: 'The password is too short, too long or among the first that are tried.',
  email_taken: 'There is an account of this e-mail already.',
  invalid_credentials: 'The e-mail or the password is wrong.',
  not_authenticated: 'Not signed in, or the session has ended.',
  csrf_failed:
    'The `X-CSRF-Token` of the session is missing or wrong, or the request comes from another site.',
  already_exists: 'The name or code is taken; `details` names what has it.',
  barcode_conflict:
    'The barcode belongs to another product: `details.gtin`, `details.product_id`, `details.product_name`.',
  decision_required:
    'Better trusted values would be replaced: `details.fields` names the fields to decide about.',
  duplicate_submission: 'The same is in the review queue already: `details.submission_id`.',
  invalid_state: 'The present state does not allow this: see the message.',
  version_conflict: 'It was changed meanwhile; `details` has its present state.',
  idempotency_key_in_use:
    'The first request with this `Idempotency-Key` is still running: repeat it in a second.',
  idempotency_conflict:
    'This `Idempotency-Key` was sent with another request, or another body, within the last 24 hours.',
  forbidden: 'Not allowed: the account is blocked, or the operator lacks the role.',
  cursor_expired:
    'Changes after this cursor are no longer known: begin again from a dump, or without a cursor. `details.dumps` lists the dumps.',
  payload_too_large:
    'The body is larger than `details.limit` bytes, or has more values than this limit says.',
  range_not_satisfiable: 'The range begins behind the end of the file: `Content-Range` has its length.',
  unsupported_media_type:
    'The body is not `application/json` in UTF-8, or is compressed, or is a file of an unsupported type.',
  invalid_parameter:
    'A query parameter is unknown or not valid; `details.parameter` names it. Of an unknown one `details.nearest` is the name ' +
    'that was probably meant, and `details.documentation` the address of this description.',
  invalid_api_key:
    'The key that was sent is malformed, unknown, revoked or not confirmed. Without a key the call is possible.',
  invalid_gtin: 'This cannot be the barcode of a product; `details.reason` says why.',
  quota_exhausted: 'All calls are used up: register, or use a key that has some left.',
  rate_limited: 'Too many calls; `Retry-After` says when the next one is possible.',
  not_found:
    'There is no such resource, or the id in the path is malformed, or no product can have the GTIN (`details.reason`).',
  not_a_trade_item: 'The code was read, but is not that of a trade item; `details.elements` has its content.',
  unavailable: 'The service cannot answer right now. Try again in a moment.',
};

const errorEnvelope = z
  .object({
    error: z.object({
      code: z
        .enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]])
        .meta({ description: 'Machine-readable code', example: 'not_found' }),
      message: z
        .string()
        .meta({ description: 'Human-readable text', example: 'There is no product with this id.' }),
      request_id: z.string().meta({ description: 'Also sent as X-Request-Id' }),
      details: freeForm.optional().meta({
        description: 'Further data, by code',
        example: { parameter: 'page' },
      }),
    }),
  })
  .meta({ id: 'Error' });

/** Describes the answers of errors, by status. `texts`: what a code means on this route. */
export function describeErrors(
  errors: Iterable<ErrorCode>,
  onEvery: HeaderName[],
  texts: Route['errorTexts'] = {},
): RouteConfig['responses'] {
  const described = [...groupByStatus(errors)].map(([status, codes]) => [
    status,
    describeError(
      codes.map((code) => `\`${code}\`: ${texts[code] ?? ERROR_DESCRIPTIONS[code] ?? ''}`).join('\n\n'),
      [
        ...onEvery,
        ...(status === 301 ? (['Location'] as const) : []),
        ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
      ],
    ),
  ]);
  return Object.fromEntries(described) as RouteConfig['responses'];
}

function describeError(description: string, names: HeaderName[]): RouteConfig['responses'][string] {
  return {
    description,
    headers: headers(...names),
    content: { 'application/json': { schema: errorEnvelope } },
  };
}

function groupByStatus(codes: Iterable<ErrorCode>): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) groups.set(ERROR_STATUS[code], [...(groups.get(ERROR_STATUS[code]) ?? []), code]);
  return groups;
}
