import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { z } from 'zod';
import { LANGUAGE_CODES } from '../../facts/registry/language-codes.ts';
import { languageCode } from '../../facts/registry/fact-shapes-contract.ts';

export const languageQuery = z.object({
  lang: languageCode.optional().meta({
    description:
      'Language of names and ingredients, ISO 639-1, where they exist in it; default: the languages of `Accept-Language`',
    example: 'de',
  }),
});

/** The response headers of routes with `languageQuery`, for caches. */
export const LANGUAGE_HEADERS = { Vary: 'Accept-Language' };

/**
 * Returns the languages that a caller wants, best first: `lang` alone, or those of `Accept-Language` without regions. `*`,
 * which many clients send by default, counts as no language.
 */
export function readWantedLanguages(lang: string | undefined, headers: IncomingHttpHeaders): string[] {
  if (lang !== undefined) return [lang];
  if (headers['accept-language'] === undefined) return [];
  const codes = new Negotiator({ headers })
    .languages()
    .map((tag) => tag.split('-', 1)[0]?.toLowerCase() ?? '');
  return [...new Set(codes)].filter((code) => LANGUAGE_CODES.includes(code));
}
