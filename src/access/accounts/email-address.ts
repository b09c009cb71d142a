import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';

/** RFC 5321, 4.5.3.1: of the part before the @, and of the whole as it fits into a path. */
const MAX_LOCAL_CHARACTERS = 64;
const MAX_CHARACTERS = 254;
/** As it may be typed: with blanks around it, and a domain in letters of any script. */
export const MAX_TYPED_CHARACTERS = MAX_CHARACTERS * 2;
const LATIN = /\p{Script=Latin}/u;
/** Scripts with letters that look like Latin ones. */
const LATIN_LOOKALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/**
 * The one form of an e-mail address that an account is known by: no blanks around it, lower case, an international
 * domain in its ASCII form (xn--). Undefined when it is no address, or a domain is spelt so as to look like another.
 */
export function normaliseEmail(text: string): string | undefined {
  // Before anything that takes longer for a longer text.
  if (text.length > MAX_TYPED_CHARACTERS) return undefined;
  const [, local = '', domain = ''] = /^ *([^@ ]+)@([^@ ]+) *$/.exec(text) ?? [];
  const asciiDomain = buildAsciiDomain(domain);
  if (!asciiDomain || local.length > MAX_LOCAL_CHARACTERS) return undefined;
  const address = `${local}@${asciiDomain}`;
  return address.length <= MAX_CHARACTERS && z.regexes.html5Email.test(address)
    ? address.toLowerCase()
    : undefined;
}

function buildAsciiDomain(given: string): string | undefined {
  const ascii = domainToASCII(given);
  // An e-mail reaches a name with a dot whose last part is not a number.
  if (!/\.(?!\d+$)[^.]+$/.test(ascii)) return undefined;
  const unicode = domainToUnicode(ascii);
  const labels = unicode.split('.');
  // Node 24 lets an ASCII form pass that is the form of nothing.
  if (labels.some((label) => label.startsWith('xn--'))) return undefined;
  const isMixed = labels.some((label) => LATIN.test(label) && LATIN_LOOKALIKE.test(label));
  const isCanonical = [ascii, unicode].includes(given.toLowerCase().normalize('NFC'));
  return isCanonical && !isMixed ? ascii : undefined;
}
