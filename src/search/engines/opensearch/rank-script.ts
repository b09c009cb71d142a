import { BLANK, trigramParts } from './derive-fields.ts';
import { QUALITY_BASE, SIMILARITY_THRESHOLD } from '../../search-limits.ts';

/** The score of a match whose similarity is 0: the lowest that passes `min_score`. */
export const LEAST_SCORE = 1e-30;

/**
 * `greatestSimilarity` (see similarity/word-similarity.ts) in Painless, over the output of `encodeRanked`. `trigrams`: those of
 * the text, three characters each; `table`: an open hash table of their numbers. All values are local variables or strings,
 * because Painless boxes the numbers in lists and maps.
 */
const FUNCTIONS = `
int number(BytesRef ranked, int at) {
  return ((ranked.bytes[ranked.offset + at] & 255) << 8) | (ranked.bytes[ranked.offset + at + 1] & 255);
}
boolean isWide(BytesRef ranked) {
  return ranked.bytes[ranked.offset + 2] == 3;
}
int begin(BytesRef ranked) {
  return ranked.offset + 5 + 4 * number(ranked, 3);
}
int length(BytesRef ranked) {
  int bytes = ranked.length - 5 - 4 * number(ranked, 3);
  return isWide(ranked) ? bytes / 3 : bytes;
}
double rank(BytesRef ranked, double similarity) {
  return similarity * (${QUALITY_BASE} + number(ranked, 0) / 1000.0);
}
double similarity(BytesRef ranked, String trigrams, String table) {
  int wanted = trigrams.length() / 3;
  if (wanted == 0) return 0;
  byte[] bytes = ranked.bytes;
  boolean isWide = isWide(ranked);
  int repeats = number(ranked, 3);
  int begin = begin(ranked);
  int length = length(ranked);
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
      int place = number(ranked, 5 + 4 * i);
      int earlier = number(ranked, 7 + 4 * i);
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
boolean contains(BytesRef ranked, String text) {
  byte[] bytes = ranked.bytes;
  boolean isWide = isWide(ranked);
  int begin = begin(ranked);
  int length = length(ranked);
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

/** 0 for a name that is not similar. */
const ALIKE_SCORE = `${FUNCTIONS}
BytesRef ranked = doc['ranked_bytes'].value;
double similarity = similarity(ranked, params.trigrams, params.table);
return similarity < ${SIMILARITY_THRESHOLD} ? 0 : rank(ranked, similarity);`;

/** The same if a match can also be a name or barcode that contains the text: then `_score` is above 0. */
const ANY_SCORE = `${FUNCTIONS}${CONTAINS}
BytesRef ranked = doc['ranked_bytes'].value;
double similarity = similarity(ranked, params.trigrams, params.table);
if (similarity < ${SIMILARITY_THRESHOLD} && _score == 0 && !contains(ranked, params.text)) return 0;
return Math.max(${LEAST_SCORE}, rank(ranked, similarity));`;

/** The rank as a double, because different ranks can be equal as the floats of scores. */
const EXACT_RANK = `${FUNCTIONS}
BytesRef ranked = doc['ranked_bytes'].value;
return rank(ranked, similarity(ranked, params.trigrams, params.table));`;

/** Returns the script of a score. `isAlike`: every match has a similar name, which the script finds in less time. */
export function scoreScript(text: string, isAlike: boolean): object {
  const params = trigramTable(text);
  return isAlike ? { source: ALIKE_SCORE, params } : { source: ANY_SCORE, params: { ...params, text } };
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
