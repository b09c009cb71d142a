import { findLongestTerm } from './find-term.ts';
import { listTokens, type Token } from './label-tokens.ts';
import { recognizeLanguages } from './text-languages.ts';

/** A part of a text; `allergen` marks a word that names one. */
interface TextPart {
  text: string;
  allergen?: string;
}

const WORDS = /\be\d{3,4}[a-z]?\b|[\p{L}\p{M}]+|&/giu;
/** Characters between the words of one name. */
const INSIDE_NAME = /^[ \u00a0_'’-]{1,3}$/u;

/**
 * Splits a list of ingredients at the words that name one of these allergens. The parts together are the whole text.
 */
export function markAllergens(text: string, allergens: ReadonlySet<string>): TextPart[] {
  if (allergens.size === 0) return [{ text }];
  const words = [...text.matchAll(WORDS)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
  }));
  const tokens: Token[] = [];
  /** The word of each token. */
  const wordOf: number[] = [];
  for (const [place, { from, to }] of words.entries()) {
    const before = words[place - 1];
    if (before && !INSIDE_NAME.test(text.slice(before.to, from))) {
      tokens.push({ type: 'break' });
      wordOf.push(place);
    }
    for (const token of listTokens(text.slice(from, to))) {
      tokens.push(token);
      wordOf.push(place);
    }
  }
  const languages = recognizeLanguages(tokens);
  const parts: TextPart[] = [];
  let shown = 0;
  for (let at = 0; at < tokens.length;) {
    const term = findLongestTerm(tokens, at, languages);
    const allergen = term?.meanings
      .flatMap(({ contains = [] }) => contains)
      .find((code) => allergens.has(code));
    const first = words[wordOf[at] ?? 0];
    const last = words[wordOf[(term?.end ?? at + 1) - 1] ?? 0];
    if (allergen !== undefined && first && last && first.from >= shown) {
      if (first.from > shown) parts.push({ text: text.slice(shown, first.from) });
      parts.push({ text: text.slice(first.from, last.to), allergen });
      shown = last.to;
    }
    at = term?.end ?? at + 1;
  }
  if (shown < text.length) parts.push({ text: text.slice(shown) });
  return parts;
}
