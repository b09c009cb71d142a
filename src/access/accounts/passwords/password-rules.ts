import { readLines } from '../../../data/read-data.ts';

/** Passwords of at least eight characters that attackers try first, in lower case. */
const COMMON_PASSWORDS = new Set(readLines('common-passwords.txt'));
export const LEAST_CHARACTERS = 8;
export const MAX_CHARACTERS = 128;
/** The service's own name is the first thing to be tried here: it adds nothing to a password. */
const CONTEXT_WORD = 'factshelf';

/**
 * Why a password is too weak, as a sentence, else undefined. Length counts and being known does; which kinds of
 * characters it has does not (NIST SP 800-63B, 3.1.1.2).
 */
export function findPasswordWeakness(password: string, email: string): string | undefined {
  const length = countCharacters(password);
  if (length < LEAST_CHARACTERS) return `The password must have at least ${LEAST_CHARACTERS} characters.`;
  if (length > MAX_CHARACTERS) return `The password may have at most ${MAX_CHARACTERS} characters.`;
  const folded = password.toLowerCase();
  if (folded === email) return 'The password must not be the e-mail address.';
  if (COMMON_PASSWORDS.has(folded)) return 'This password is among the first that are tried. Choose another.';
  if (countCharacters(folded.replaceAll(CONTEXT_WORD, '')) < LEAST_CHARACTERS) {
    return 'The password must not be the name of this service with little added.';
  }
  return undefined;
}

/** Code points: an emoji is one, not its two UTF-16 units. */
function countCharacters(text: string): number {
  return Array.from(text).length;
}
