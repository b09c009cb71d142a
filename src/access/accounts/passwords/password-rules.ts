import { readLines } from '../../../data/read-data.ts';

/** The most common passwords of at least eight characters, in lower case. */
const COMMON_PASSWORDS = new Set(readLines('common-passwords.txt'));
export const LEAST_CHARACTERS = 8;
export const MAX_CHARACTERS = 128;
/** Attackers try the service's own name first, so it does not count towards the length. */
const CONTEXT_WORD = 'factshelf';

/**
 * Returns why a password is too weak, as a sentence, or undefined. Length and known passwords matter; kinds of
 * characters do not (NIST SP 800-63B, 3.1.1.2).
 */
export function findPasswordWeakness(password: string, email: string): string | undefined {
  const length = countCharacters(password);
  if (length < LEAST_CHARACTERS) return `The password must have at least ${LEAST_CHARACTERS} characters.`;
  if (length > MAX_CHARACTERS) return `The password may have at most ${MAX_CHARACTERS} characters.`;
  const folded = password.toLowerCase();
  if (folded === email) return 'The password must not be the e-mail address.';
  if (COMMON_PASSWORDS.has(folded)) return 'This password is too common. Choose another.';
  if (countCharacters(folded.replaceAll(CONTEXT_WORD, '')) < LEAST_CHARACTERS) {
    return 'The password must not be the name of this service with little added.';
  }
  return undefined;
}

/** Counts code points: an emoji is one, not two UTF-16 units. */
function countCharacters(text: string): number {
  return Array.from(text).length;
}
