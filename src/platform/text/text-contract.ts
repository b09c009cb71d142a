import { z } from 'zod';
import { NO_NUL } from '../http/value-list.ts';
import { hasWord } from './fold-text.ts';
import { dropInvisible } from './invisible-characters.ts';
import { isInternalHost } from './internal-host.ts';
import { cleanEachLine } from './split-lines.ts';

/** Control characters, lone surrogates and direction overrides, which no fact may contain. */
const HAS_NO_PLACE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/** The same rule as patterns for OpenAPI. Allows white space, which becomes blanks, and requires another character. */
const FORBIDDEN = String.raw`\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069`;
const PLAIN = String.raw`^[^${FORBIDDEN}]*[^${FORBIDDEN}\s][^${FORBIDDEN}]*$`;

const tidy = (text: string) => dropInvisible(text).normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** A text as stored: NFC, without invisible characters, white space collapsed and trimmed. Its length is counted in code points, like in Postgres. */
export const plainText = (most: number, least = 1) => textOf(tidy, most, least);

/** A `plainText` of lines: in a list of ingredients the end of a line is the end of a sentence. */
export const linedText = (most: number) => textOf((text) => cleanEachLine(text, tidy), most, 1);

const textOf = (clean: (text: string) => string, most: number, least: number) =>
  z
    .string()
    .overwrite(clean)
    .refine((text) => !HAS_NO_PLACE.test(text.replaceAll('\n', '')), 'must not hold control characters')
    .refine(
      (text) => countCharacters(text) >= least,
      least === 1 ? 'must not be empty' : `must have at least ${least} characters`,
    )
    .refine((text) => countCharacters(text) <= most, `must have at most ${most} characters`)
    .meta({ minLength: least, maxLength: most, pattern: PLAIN });

/** A `plainText` that is compared in its folded form, such as a name, so folding must leave something. */
export const wordText = (most: number) => plainText(most).refine(hasWord, 'must have a letter or a digit');

/** A text that is only compared with stored ones: Postgres takes any character but NUL. */
export const textWithoutNul = (most: number) =>
  z
    .string()
    .max(most, `may have at most ${most} characters`)
    .refine((text) => !text.includes('\0'), 'must not hold a NUL')
    .meta({ pattern: NO_NUL });

function countCharacters(text: string): number {
  // Avoids splitting a long text: a code point has at most two UTF-16 units, so it is too long anyway.
  return text.length > 20_000 ? text.length : Array.from(text).length;
}

/** A web address with a host name. It is displayed but never fetched. */
export const webAddress = () =>
  z
    .url({
      protocol: /^https?$/,
      hostname: /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/i,
      error: 'must be an http or https address',
    })
    .max(500)
    .refine((text) => !HAS_NO_PLACE.test(text) && !/\s/.test(text), 'must be an http or https address')
    .refine(isPublicPlace, 'must be an address that anybody can open');

/** Refuses local names and credentials, because operators click on these links. */
function isPublicPlace(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { hostname, username, password } = new URL(text);
  return username === '' && password === '' && !isInternalHost(hostname);
}
