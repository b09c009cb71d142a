import {
  backwards,
  BLANK,
  GTIN_PART,
  signsOf,
  trigramParts,
} from '../../../index/opensearch/derive-fields.ts';
import { fewestShared, isEnough } from '../../similarity/rank-matches.ts';

export interface TextMatch {
  /** Finds every name that matches, and others: the script decides. */
  candidates: object;
  /** Whether every product that matches has a name that is alike: containing the text makes it so, and no barcode counts. */
  isAlike: boolean;
  /** Finds the products of which a barcode contains the digits. */
  byDigits: object | undefined;
}

/** What products match a folded text, and the digits of one that is a code. */
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
 * What the parts of every name have in common that contains the text: whole trigrams, each once, and the beginnings of
 * parts for runs that are too short for one. Beside the text any letter may stand.
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
