import { isAlike, type ClaimedFacts } from '../../../facts/product-facts.ts';
import { FACT_LIST } from '../../../facts/registry/fact-list.ts';
import { queryTrigrams, wordSimilarity } from '../../../search/similarity/word-similarity.ts';
import { foldText } from '../../../platform/text/fold-text.ts';
import { unmaskLetters } from '../../../platform/text/look-alikes.ts';

/** From this similarity on, an operator has to confirm that two products differ. */
const STRONG_SIMILARITY = 0.8;
/** The same for different net contents, because another size is another product. */
const STRONG_BESIDE_OTHER_SIZE = 0.85;

/** From this likeness on, a field is listed as a reason. */
const ALIKE_FROM = 0.6;

/** Codes at most this many item numbers apart count as one company's range. */
export const NEAR_CODES = 50;

/** Weights of the parts; their sum is 1. A part that is missing on either side counts half. */
const WEIGHTS = { name: 0.5, brand: 0.25, quantity: 0.15, category: 0.05, barcode: 0.05 };

type SimilarityReason = keyof typeof WEIGHTS;

/** The compared fields of a product or a submission. */
export interface Comparable {
  /** Only name, brand, net content and category are compared. */
  facts: ClaimedFacts;
  /** Barcodes padded to 14 digits. */
  gtins: readonly string[];
}

interface Similarity {
  /** 0 to 1, three decimals. */
  similarity: number;
  /** The fields that are alike. */
  reasons: SimilarityReason[];
  /** Likeness of the names alone, 0 to 1. */
  nameLikeness: number;
  /** Whether an operator has to confirm that it is another product. */
  isStrong: boolean;
}

/** Compares two descriptions of products. The same barcode means the same product, whatever else differs. */
export function compareForSimilarity(submitted: Comparable, other: Comparable): Similarity {
  const likeness: Record<SimilarityReason, number | undefined> = {
    name: compareTexts(submitted.facts.name, other.facts.name),
    brand: compareTexts(submitted.facts.brand, other.facts.brand),
    quantity: compareQuantities(submitted.facts, other.facts),
    category: compareCategories(submitted.facts.category, other.facts.category),
    barcode: compareCodes(submitted.gtins, other.gtins),
  };
  const parts = Object.entries(WEIGHTS) as [SimilarityReason, number][];
  const isSameCode = submitted.gtins.some((gtin) => other.gtins.includes(gtin));
  const sum = parts.reduce((total, [part, weight]) => total + weight * (likeness[part] ?? 0.5), 0);
  const similarity = isSameCode ? 1 : Math.round(sum * 1_000) / 1_000;
  return {
    similarity,
    isStrong: similarity >= (likeness.quantity === 0 ? STRONG_BESIDE_OTHER_SIZE : STRONG_SIMILARITY),
    reasons: parts.map(([part]) => part).filter((part) => (likeness[part] ?? 0) >= ALIKE_FROM),
    nameLikeness: likeness.name ?? 0,
  };
}

/** Searches each text in the other, so that a text that extends the other scores between equal and unlike. */
function compareTexts(one: Said<string>, other: Said<string>): number | undefined {
  if (!one || !other) return undefined;
  const [a, b] = [unmaskLetters(foldText(one)), unmaskLetters(foldText(other))];
  if (a === b) return 1;
  return (wordSimilarity(queryTrigrams(a), b) + wordSimilarity(queryTrigrams(b), a)) / 2;
}

type Said<T> = T | null | undefined;

function compareQuantities(one: ClaimedFacts, other: ClaimedFacts): number | undefined {
  const isKnown = [one, other].every((facts) => facts.net_content_value && facts.net_content_unit);
  if (!isKnown || !NET_CONTENT) return undefined;
  return isAlike(NET_CONTENT, one, other) ? 1 : 0;
}

const NET_CONTENT = FACT_LIST.find(({ field }) => field === 'net_content');

function compareCategories(one: Said<string>, other: Said<string>): number | undefined {
  if (!one || !other) return undefined;
  return one === other ? 1 : 0;
}

function compareCodes(some: readonly string[], others: readonly string[]): number | undefined {
  if (some.length === 0 || others.length === 0) return undefined;
  return some.some((one) => others.some((other) => Math.abs(itemOf(one) - itemOf(other)) <= NEAR_CODES))
    ? 1
    : 0;
}

/** Returns the twelve digits between indicator and check digit, which all packs of an item share. */
export function itemOf(gtin14: string): number {
  return Number(gtin14.slice(1, 13));
}
