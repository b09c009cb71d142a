import { foldText } from '../../src/platform/text/fold-text.ts';
import type { HttpClient } from '../http-client.ts';
import { pick, withTypo, type Random } from '../search/questions/query-kinds.ts';

/** A name, and what is typed to find it: with a typo it is not the same. */
export interface TypedName {
  name: string;
  typed: string;
}

/** Longer texts are refused. */
const MOST_LETTERS = 100;
const TYPO_LETTERS = 5;

/** Names that differ, in their own order, as they are typed by somebody without capitals and accents. */
export function listNames(names: readonly string[], most: number): TypedName[] {
  const byFolded = new Map(names.map((name) => [foldText(name), name]));
  return [...byFolded]
    .slice(0, most)
    .map(([folded, name]) => ({ name, typed: Array.from(folded).slice(0, MOST_LETTERS).join('') }));
}

/** The same names with one typo in a word of five letters and more, without those that have none. */
export function misspell(names: readonly TypedName[], random: Random): TypedName[] {
  return names.flatMap(({ name, typed }) => {
    const words = [...typed.matchAll(/[\p{L}\p{N}]+/gu)].filter(([word]) => word.length >= TYPO_LETTERS);
    const word = pick(words, random);
    if (!word) return [];
    const end = word.index + word[0].length;
    const other = typed.slice(0, word.index) + withTypo(word[0], random) + typed.slice(end);
    return [{ name, typed: other.slice(0, MOST_LETTERS) }];
  });
}

export const suggestPath = (typed: string, more = ''): string =>
  `/api/v1/suggest?q=${encodeURIComponent(typed)}${more}`;

/** Types the text letter by letter until the name is among what is suggested: how many letters that takes; undefined: all do not. */
export async function countLetters(
  client: HttpClient,
  { name, typed }: TypedName,
  more: string,
): Promise<number | undefined> {
  const wanted = foldText(name);
  const letters = Array.from(typed);
  for (let count = 1; count <= letters.length; count++) {
    if (letters[count - 1] === ' ') continue;
    const { status, text } = await client.get(suggestPath(letters.slice(0, count).join(''), more));
    if (status !== 200) throw new Error(`${status} for ${letters.slice(0, count).join('')}: ${text}`);
    const { items } = JSON.parse(text) as { items: { type: string; text: string }[] };
    if (items.some((item) => item.type === 'product' && foldText(item.text) === wanted)) return count;
  }
  return undefined;
}
