import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';

/** RFC 5321, 4.5.3.1: limits of the local part, and of the whole address as it fits into a path. */
const MAX_LOCAL_CHARACTERS = 64;
const MAX_CHARACTERS = 254;
/** Limit before normalisation: the input may have blanks around it, and a domain in any script. */
export const MAX_TYPED_CHARACTERS = MAX_CHARACTERS * 2;
const LATIN = /\p{Script=Latin}/u;
/** Scripts with letters that look like Latin ones. */
const LATIN_LOOKALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/**
 * Returns the normalised form of an e-mail address, which identifies an account: trimmed, lower case, with an
 * international domain in ASCII (xn--). Undefined for an invalid address and for a domain spelt to look like another.
 */
export function normaliseEmail(text: string): string | undefined {
  // Checked first, because the steps below take longer for longer texts.
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
  // Require a dot, and a last label that is not a number: mail cannot reach other hosts.
  if (!/\.(?!\d+$)[^.]+$/.test(ascii)) return undefined;
  const unicode = domainToUnicode(ascii);
  const labels = unicode.split('.');
  // Node 24 accepts some `xn--` labels that decode to nothing.
  if (labels.some((label) => label.startsWith('xn--'))) return undefined;
  const isMixed = labels.some((label) => LATIN.test(label) && LATIN_LOOKALIKE.test(label));
  const isCanonical = [ascii, unicode].includes(given.toLowerCase().normalize('NFC'));
  return isCanonical && !isMixed ? ascii : undefined;
}
