import { backwards, BLANK, GTIN_PART, signsOf, trigramParts } from './derive-fields.ts';
import { fewestShared, isEnough } from '../../similarity/rank-matches.ts';

interface TextMatch {
  /** Matches every matching name and others; the script decides. */
  candidates: object;
  /** Whether every match has a similar name: a name that contains the text is similar, and barcodes are not searched. */
  isAlike: boolean;
  /** Finds the products with a barcode that contains the digits. */
  byDigits: object | undefined;
}

/** Returns the queries for a folded text, and for its digits where it is a code. */
export function matchText(text: string, digits: string | undefined): TextMatch {
  const trigrams = [...new Set(trigramParts(text))];
  const inner = innerParts(text);
  const alike = trigrams.length > 0 && {
    bool: {
      should: trigrams.map((trigram) => ({ term: { name_parts: trigram } })),
      minimum_should_match: fewestShared(trigrams.length),
    },
  };
  const byDigits = digits === undefined ? undefined : gtinQuery(digits);
  const isAlikeAnyway = inner.terms.length > 0 && isEnough(Math.fround(inner.terms.length / trigrams.length));
  const holding = !isAlikeAnyway && {
    bool: {
      filter: [
        ...[...inner.terms, ...new Set(signsOf(text))].map((part) => ({ term: { name_parts: part } })),
        ...inner.prefixes.map((prefix) => ({ prefix: { name_parts: prefix } })),
      ],
    },
  };
  const ways = [alike, holding, byDigits].filter((way) => way !== false && way !== undefined);
  const [only] = ways;
  return {
    candidates: ways.length === 1 && only ? only : { bool: { should: ways, minimum_should_match: 1 } },
    isAlike: isAlikeAnyway && byDigits === undefined,
    byDigits,
  };
}

/**
 * Returns the parts that every name with this text has: whole trigrams, each once, and prefixes of parts for runs that are
 * too short for a trigram. Any letter may stand beside the text.
 */
function innerParts(text: string): { terms: string[]; prefixes: string[] } {
  const terms = new Set<string>();
  const prefixes = new Set<string>();
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const isFirst = index === 0;
    const isLast = index + word.length === text.length;
    const run = `${isFirst ? '' : BLANK + BLANK}${word}${isLast ? '' : BLANK}`;
    for (const part of backwards(run)) terms.add(part);
    if (run.length < 3) prefixes.add(Array.from(run).toReversed().join(''));
  }
  return { terms: [...terms], prefixes: [...prefixes] };
}

function gtinQuery(digits: string): object {
  if (digits.length < GTIN_PART) return { prefix: { gtin_parts: digits } };
  const parts = Array.from({ length: digits.length - GTIN_PART + 1 }, (_, i) =>
    digits.slice(i, i + GTIN_PART),
  );
  return { match_phrase: { gtin_parts: parts.join(' ') } };
}
