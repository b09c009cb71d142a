import { foldText, wordsOf } from '../../../platform/text/fold-text.ts';
import { labelWords } from '../../similarity/label-words.ts';
import type { SearchDocument } from '../../index/search-index.ts';

/** The fields by which OpenSearch searches. The indexer derives them from a document, and results do not contain them. */
export interface DerivedFields {
  /** Each trigram of the folded name once, and each character that is no letter, digit or blank. */
  name_parts: string[];
  /** The quality and the folded name for the script that computes ranks: see `encodeRanked`. */
  ranked_bytes: string;
  /** The folded name in the order of its bytes. */
  name_order: string;
  /** The folded words of the name: suggestions search their beginnings, with typos. */
  suggest_name: string;
  /** For each barcode its runs of four digits, one after the other. */
  gtin_parts: string[];
  /** The folded words of the names, generic names and brands, for a search of all labels. */
  label_words: string;
}

export function deriveFields(document: SearchDocument): DerivedFields {
  const { name, quality_score: quality, gtins = [], other_names = [], brand, other_brands = [] } = document;
  const folded = foldText(name);
  const labels = [name, ...other_names, brand ?? '', ...other_brands];
  return {
    name_parts: [...new Set([...trigramParts(folded), ...signsOf(folded)])],
    ranked_bytes: encodeRanked(folded, quality),
    name_order: folded,
    suggest_name: wordsOf(folded).join(' '),
    gtin_parts: gtins.map(gtinParts),
    label_words: labels.flatMap((label) => labelWords(foldText(label))).join(' '),
  };
}

/** Replaces the blanks beside a word in a part of a name. */
export const BLANK = '^';

/**
 * Returns the trigrams of a folded text in order, each written backwards. So a prefix query finds all names that contain two
 * given neighbouring letters.
 */
export function trigramParts(folded: string): string[] {
  return wordsOf(folded).flatMap((word) => backwards(`${BLANK}${BLANK}${word}${BLANK}`));
}

/** Returns every three neighbouring characters of a text, written backwards. */
export function backwards(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 2) }, (_, i) =>
    [text[i + 2], text[i + 1], text[i]].join(''),
  );
}

/** Returns the characters between the words of a folded text. */
export function signsOf(folded: string): string[] {
  return folded.match(/[^\p{L}\p{N} ]/gu) ?? [];
}

/** The length of a run in `gtin_parts`. */
export const GTIN_PART = 4;

/** Returns a run from each digit on, so that fewer digits are the prefix of a run; `#` follows the last digit. */
function gtinParts(gtin: string): string {
  const padded = gtin.padEnd(gtin.length + GTIN_PART - 1, '#');
  return Array.from(gtin, (_, i) => padded.slice(i, i + GTIN_PART)).join(' ');
}

const LONGEST_ASCII = 0x7f;

/**
 * Returns the input of the rank script in base64, as one value because that costs less to read than two. In this order:
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

/** Returns, for each repeated trigram, its position and the previous position of the same trigram. */
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
