import { foldText, wordsOf } from '../../text/fold-text.ts';
import type { SearchDocument } from '../search-index.ts';

/** What OpenSearch searches by: fields that the indexer derives from a document, and that no document gives back. */
export interface DerivedFields {
  /** Each trigram of the folded name once, and each sign that is no letter, digit or blank. */
  name_parts: string[];
  /** The quality and the folded name for the script that computes ranks: see `encodeRanked`. */
  ranked_bytes: string;
  /** The folded name in the order of its bytes. */
  name_order: string;
  /** The folded words of the name, of which suggestions look up beginnings and typos. */
  suggest_name: string;
  /** For each barcode its runs of four digits, one after the other. */
  gtin_parts: string[];
}

export function deriveFields({ name, quality_score: quality, gtins = [] }: SearchDocument): DerivedFields {
  const folded = foldText(name);
  return {
    name_parts: [...new Set([...trigramParts(folded), ...signsOf(folded)])],
    ranked_bytes: encodeRanked(folded, quality),
    name_order: folded,
    suggest_name: wordsOf(folded).join(' '),
    gtin_parts: gtins.map(gtinParts),
  };
}

/** Stands for the blanks beside a word, in a part of a name. */
export const BLANK = '^';

/**
 * The trigrams of a folded text in order, each written backwards: the parts of all names that hold two neighbouring
 * letters begin with these two, so that a prefix query finds them.
 */
export function trigramParts(folded: string): string[] {
  return wordsOf(folded).flatMap((word) => backwards(`${BLANK}${BLANK}${word}${BLANK}`));
}

/** Every three neighbouring characters of a text, written backwards. */
export function backwards(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 2) }, (_, i) =>
    [text[i + 2], text[i + 1], text[i]].join(''),
  );
}

/** The signs between the words of a folded text. */
export function signsOf(folded: string): string[] {
  return folded.match(/[^\p{L}\p{N} ]/gu) ?? [];
}

/** Digits in a run that `gtin_parts` holds. */
export const GTIN_PART = 4;

/** A run begins at each digit, so that fewer digits are the prefix of one; `#` stands behind the last digit. */
function gtinParts(gtin: string): string {
  const padded = gtin.padEnd(gtin.length + GTIN_PART - 1, '#');
  return Array.from(gtin, (_, i) => padded.slice(i, i + GTIN_PART)).join(' ');
}

const LONGEST_ASCII = 0x7f;

/**
 * Returns what a rank is computed from, in base64: one value costs less to read than two. In this order:
 * - the quality in thousandths: two bytes;
 * - how many bytes a character has: one, or three (whether it belongs to a word, and its UTF-16 unit);
 * - the number of repeated trigrams: two bytes; of each its place and the place of the one before, two bytes each;
 * - the characters.
 */
function encodeRanked(folded: string, quality: number): string {
  const units = Array.from({ length: folded.length }, (_, i) => folded.charCodeAt(i));
  const isWide = units.some((unit) => unit > LONGEST_ASCII);
  const repeats = repeatsOf(trigramParts(folded));
  const header = [
    ...twoBytes(Math.round(quality * 1_000)),
    isWide ? 3 : 1,
    ...twoBytes(repeats.length / 2),
    ...repeats.flatMap(twoBytes),
  ];
  const characters = isWide
    ? units.flatMap((unit) => [/[\p{L}\p{N}]/u.test(String.fromCharCode(unit)) ? 1 : 0, ...twoBytes(unit)])
    : units;
  return Buffer.from([...header, ...characters]).toString('base64');
}

const twoBytes = (number: number): [number, number] => [number >> 8, number & 0xff];

/** Of each trigram that has come before: its place, and the last place before it. */
function repeatsOf(trigrams: readonly string[]): number[] {
  const places = new Map<string, number>();
  const repeats: number[] = [];
  trigrams.forEach((trigram, place) => {
    const before = places.get(trigram);
    if (before !== undefined) repeats.push(place, before);
    places.set(trigram, place);
  });
  return repeats;
}
