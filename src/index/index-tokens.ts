import { wordsOf } from '../text/fold-text.ts';

/**
 * What the index holds of a folded name, for filters: its words; the beginnings of each (`brulee` → `^b`, `^br`,
 * `^bru`) and its ending (`lee$`); and the boundaries between neighbours, the last two letters of one and the first
 * two or the first of the next (`creme brulee` → `me>br`, `me>b.`). A beginning stands for a long list of words. Endings
 * and boundaries reach the names in which a run of matching letters begins inside a word or goes on into the next one.
 */
export function indexTokens(folded: string): string[] {
  const words = wordsOf(folded);
  const boundaries = words.slice(1).flatMap((word, i) => {
    const before = words[i] as string;
    return [boundaryToken(before, word), narrowBoundaryToken(before, word)];
  });
  return [
    ...new Set([
      ...words,
      ...words.flatMap((word) => beginnings(word).map(beginningToken)),
      ...words.map(endingToken),
      ...boundaries,
    ]),
  ];
}

/** The first letter of a word, the first two and the first three. */
export function beginnings(word: string): string[] {
  if (word.length >= 3) return [word.slice(0, 1), word.slice(0, 2), word.slice(0, 3)];
  return word.length === 2 ? [word.slice(0, 1), word] : word.length === 1 ? [word] : [];
}

export function beginningToken(beginning: string): string {
  return `^${beginning}`;
}

export function endingToken(word: string): string {
  return `${word.slice(-3)}$`;
}

export function boundaryToken(before: string, after: string): string {
  return `${before.slice(-2)}>${after.slice(0, 2)}`;
}

/** Any word that begins with the same letter may be behind it. */
export function narrowBoundaryToken(before: string, after: string): string {
  return `${before.slice(-2)}>${after.slice(0, 1)}.`;
}

/** Every three digits of a barcode that stand together, and its last two: `=400`, `=006`, … `=31$`. */
export function codeTokens(gtin14: string): string[] {
  const ended = `${gtin14}$`;
  return Array.from({ length: ended.length - 2 }, (_, at) => `=${ended.slice(at, at + 3)}`);
}

/** The tokens of all barcodes that hold these one, two or three digits. */
export function codeTokensHolding(digits: string): string[] {
  if (digits.length >= 3) return [`=${digits}`];
  const next = Array.from({ length: 10 }, (_, digit) => String(digit));
  const longer = next.flatMap((digit) => codeTokensHolding(digits + digit));
  // Nothing follows the last digits; a single one among them may also be the very last.
  const last = digits.length === 2 ? [`=${digits}$`] : next.map((digit) => `=${digit}${digits}$`);
  return [...longer, ...last];
}

/** Of documents in a share of all; the last digit of an id is as good as drawn by lot. */
export function sampleToken(id: string): string {
  return `#${id.slice(-1)}`;
}

/** The tokens of so many sixteenths of all documents. */
export function sampleTokens(sixteenths: number): string[] {
  return SAMPLES.slice(0, sixteenths);
}

/** The tokens of about equal parts of all documents, up to sixteen of them. */
export function sampleParts(parts: number): string[][] {
  return Array.from({ length: parts }, (_, part) => SAMPLES.filter((_token, i) => i % parts === part));
}

/** Parts of all documents: one for each last digit of an id. */
export const SAMPLE_PARTS = 16;

const SAMPLES = Array.from({ length: SAMPLE_PARTS }, (_, digit) => sampleToken(digit.toString(16)));
