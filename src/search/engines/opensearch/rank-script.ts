import { BLANK, trigramParts } from '../../../index/opensearch/derive-fields.ts';
import { QUALITY_BASE, SIMILARITY_THRESHOLD } from '../../search-limits.ts';

/** The score of a match whose similarity is 0: the least that `min_score` lets through. */
export const LEAST_SCORE = 1e-30;

/**
 * `greatestSimilarity` (see similarity/word-similarity.ts) in Painless, of a name as `encodeName` writes it. `trigrams`: those of
 * the text, three characters each; `table`: an open hash table of their numbers. Everything is a local variable or a string: of
 * lists and maps Painless boxes each number.
 */
const FUNCTIONS = `
double similarity(BytesRef name, String trigrams, String table) {
  int wanted = trigrams.length() / 3;
  if (wanted == 0) return 0;
  byte[] bytes = name.bytes;
  boolean isWide = bytes[name.offset] == 3;
  int repeats = ((bytes[name.offset + 1] & 255) << 8) | (bytes[name.offset + 2] & 255);
  int begin = name.offset + 3 + 4 * repeats;
  int length = name.length - 3 - 4 * repeats;
  if (isWide) length /= 3;
  int mask = table.length() - 1;
  int[] found = new int[length + 1];
  int count = 0;
  int first = 32;
  int second = 32;
  for (int i = 0; i <= length; i++) {
    int third = 32;
    if (i < length) {
      if (isWide) {
        int at = begin + 3 * i;
        if (bytes[at] == 1) third = ((bytes[at + 1] & 255) << 8) | (bytes[at + 2] & 255);
      } else {
        int code = bytes[begin + i];
        if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) third = code;
      }
    }
    if (third != 32 || second != 32) {
      int slot = ((first * 37 + second) * 37 + third) & mask;
      int number = table.charAt(slot) - 48;
      while (number > 0 && (trigrams.charAt(3 * number - 1) != third || trigrams.charAt(3 * number - 2) != second
          || trigrams.charAt(3 * number - 3) != first)) {
        slot = (slot + 1) & mask;
        number = table.charAt(slot) - 48;
      }
      found[count++] = number;
    }
    first = third == 32 ? 32 : second;
    second = third;
  }
  int[] before = null;
  int[] after = null;
  if (repeats > 0) {
    before = new int[count];
    after = new int[count];
    for (int i = 0; i < count; i++) { before[i] = -1; after[i] = count; }
    for (int i = 0; i < repeats; i++) {
      int at = name.offset + 3 + 4 * i;
      int place = ((bytes[at] & 255) << 8) | (bytes[at + 1] & 255);
      int earlier = ((bytes[at + 2] & 255) << 8) | (bytes[at + 3] & 255);
      before[place] = earlier;
      after[earlier] = place;
    }
  }
  int lower = -1;
  int unique = 0;
  int common = 0;
  int greatestCommon = 0;
  int greatestOf = 1;
  for (int upper = 0; upper < count; upper++) {
    boolean isWanted = found[upper] > 0;
    if (lower < 0 && !isWanted) continue;
    if (lower < 0) {
      lower = upper;
      unique = 1;
      common = 1;
    } else if (repeats == 0 || before[upper] < lower) {
      unique++;
      if (isWanted) common++;
    }
    if (!isWanted) continue;
    int bestCommon = common;
    int bestOf = wanted + unique - common;
    int triedCommon = common;
    int triedUnique = unique;
    for (int tried = lower; tried <= upper; tried++) {
      if (found[tried] > 0) {
        int triedOf = wanted + triedUnique - triedCommon;
        if (triedCommon * bestOf > bestCommon * triedOf) {
          bestCommon = triedCommon;
          bestOf = triedOf;
          unique = triedUnique;
          lower = tried;
          common = triedCommon;
        }
        if (repeats == 0 || after[tried] > upper) {
          triedUnique--;
          triedCommon--;
        }
      } else if (repeats == 0 || after[tried] > upper) {
        triedUnique--;
      }
    }
    if (bestCommon * greatestOf > greatestCommon * bestOf) {
      greatestCommon = bestCommon;
      greatestOf = bestOf;
    }
  }
  return (double) (float) ((double) greatestCommon / greatestOf);
}`;

const CONTAINS = `
boolean contains(BytesRef name, String text) {
  if (text.length() == 0) return false;
  byte[] bytes = name.bytes;
  boolean isWide = bytes[name.offset] == 3;
  int repeats = ((bytes[name.offset + 1] & 255) << 8) | (bytes[name.offset + 2] & 255);
  int begin = name.offset + 3 + 4 * repeats;
  int length = name.length - 3 - 4 * repeats;
  if (isWide) length /= 3;
  for (int i = 0; i + text.length() <= length; i++) {
    int same = 0;
    while (same < text.length()) {
      int at = begin + (isWide ? 3 * (i + same) + 1 : i + same);
      int unit = isWide ? ((bytes[at] & 255) << 8) | (bytes[at + 1] & 255) : bytes[at];
      if (unit != text.charAt(same)) break;
      same++;
    }
    if (same == text.length()) return true;
  }
  return false;
}`;

const RANK = `similarity * (${QUALITY_BASE} + doc['quality_score'].value)`;

/** 0 for a name that does not match; \`_score\` is above 0 where a barcode does. */
const SCORE = `${FUNCTIONS}${CONTAINS}
BytesRef name = doc['name_bytes'].value;
double similarity = similarity(name, params.trigrams, params.table);
if (similarity < ${SIMILARITY_THRESHOLD} && _score == 0 && !contains(name, params.contained)) return 0;
return Math.max(${LEAST_SCORE}, ${RANK});`;

/** The rank as a double: scores are floats, in which different ranks can be equal. */
const EXACT_RANK = `${FUNCTIONS}
double similarity = similarity(doc['name_bytes'].value, params.trigrams, params.table);
return ${RANK};`;

/** \`contained\`: what a name that is not alike has to contain; empty: nothing, such a name does not match. */
export function scoreScript(text: string, contained: string): object {
  return { source: SCORE, params: { ...trigramTable(text), contained } };
}

export function exactRankScript(text: string): object {
  return { source: EXACT_RANK, params: trigramTable(text) };
}

const SMALLEST_TABLE = 64;
const TABLE_BASE = 48;

function trigramTable(text: string): { trigrams: string; table: string } {
  const trigrams = [...new Set(trigramParts(text))].map((part) =>
    Array.from(part.replaceAll(BLANK, ' ')).toReversed(),
  );
  let size = SMALLEST_TABLE;
  while (size < 4 * trigrams.length) size *= 2;
  const table = Array.from({ length: size }, () => TABLE_BASE);
  trigrams.forEach((trigram, i) => {
    const [first = 0, second = 0, third = 0] = trigram.map((letter) => letter.charCodeAt(0));
    let slot = ((first * 37 + second) * 37 + third) & (size - 1);
    while (table[slot] !== TABLE_BASE) slot = (slot + 1) & (size - 1);
    table[slot] = TABLE_BASE + i + 1;
  });
  return { trigrams: trigrams.flat().join(''), table: String.fromCharCode(...table) };
}
