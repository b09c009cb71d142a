import { z } from 'zod';

const MOST_CHARACTERS = 500;

/**
 * The address of a page anybody can open: http or https at a name in the public DNS. It is kept as text and never
 * fetched; still a link to an inner address has no place where operators click.
 */
export const webAddress = z
  .string()
  .max(MOST_CHARACTERS)
  .refine(isPublicPage, 'must be an http or https address at a public host name')
  .meta({ maxLength: MOST_CHARACTERS, example: 'https://www.example.com/products/spread' });

function isPublicPage(text: string): boolean {
  // The parser drops blanks and control characters: what is stored is what was checked.
  if (/[\s\p{Cc}\p{Cs}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  // The parser writes an IPv4 address in any spelling as four numbers, and an IPv6 one in brackets.
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.(?!local$|internal$|localhost$)[a-z][a-z0-9-]+\.?$/.test(
    hostname,
  );
  return isWeb && isName && username === '' && password === '';
}
