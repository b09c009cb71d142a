import { z } from 'zod';
import type { ApiError, ErrorCode } from '../../platform/http/api-error.ts';
import type { Texts } from '../texts/texts.ts';
import type { Problem } from './form-state.ts';

const refusedFields = z
  .array(z.object({ field: z.string(), code: z.string(), message: z.string() }))
  .catch([]);

/** Field codes with a text of their own; any other shows the rule of the API. */
const WORDED_FIELD_CODES = ['required', 'unknown_category', 'invalid_email'] as const;
/** Codes of whole answers with a text of their own. */
const WORDED_CODES = ['email_taken', 'invalid_email', 'invalid_api_key', 'unavailable'] as const;
/** Codes with a text of their own, which the rule completes. */
const RULED_CODES = ['invalid_gtin', 'weak_password', 'forbidden'] as const;

/** The field of a refusal without `details.fields`. */
const FIELD_OF: Partial<Record<ErrorCode, string>> = {
  invalid_gtin: 'gtin',
  invalid_email: 'email',
  email_taken: 'email',
  weak_password: 'password',
  invalid_api_key: 'key',
};

/**
 * Returns an endpoint's refusal in the reader's language, by field of a form. A problem of part of a field
 * (`labels_other.2`) is shown at the whole field.
 */
export function listProblems({ t }: Texts, error: ApiError, fields: readonly string[]): Problem[] {
  if (error.code === 'rate_limited') {
    const seconds = Number(error.headers['Retry-After'] ?? 60);
    return [{ text: t('form.problem.rate_limited', { count: Math.ceil(seconds / 60) }) }];
  }
  const refused = refusedFields.parse(error.details?.['fields']);
  if (refused.length > 0) {
    return refused.map(({ field, code, message }) => {
      const worded = WORDED_FIELD_CODES.find((known) => known === code);
      return {
        field: fields.find((name) => field === name || field.startsWith(`${name}.`)),
        ...(worded
          ? { text: t(`form.problem.${worded}`) }
          : { text: t('form.problem.other'), rule: message }),
      };
    });
  }
  const field = fields.find((name) => name === FIELD_OF[error.code]);
  const worded = WORDED_CODES.find((known) => known === error.code);
  if (worded) return [{ field, text: t(`form.problem.${worded}`) }];
  const ruled = RULED_CODES.find((known) => known === error.code);
  return [{ field, text: t(`form.problem.${ruled ?? 'other'}`), rule: error.message }];
}
