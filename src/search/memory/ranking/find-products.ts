import { isEnough, rank } from '../../similarity/rank-matches.ts';
import { createFacetCounter } from '../../facets/count-held.ts';
import type { FacetCounts } from '../../facets/facet-request.ts';
import type { EngineQuery } from '../../search-engine.ts';
import { createBestProducts, type BestProducts } from './best-products.ts';
import { compareBy } from './compare-by.ts';
import { TURN, type InTurns } from '../in-turns.ts';
import type { MatchedNames, MatchText } from '../matching/match-text.ts';
import type { NameTable } from '../name-table.ts';
import { bestOf, countOf, type ProductTable } from '../product-table.ts';

/** The ids of a page of a text's matches, in the order asked for, and how many match in all. */
export interface FoundProducts {
  ids: string[];
  total: number;
  /** False: the time was up. What has been found by then is in order and counted; what ranks higher may be missing. */
  isWhole: boolean;
  /** How many names were looked at for a text. */
  names?: number;
  /** Where they were asked for. */
  facets?: FacetCounts;
}

/**
 * Finds the page in what is held; `without`: as if these products were not there. Times are not held: the order by them is
 * in no order.
 */
export type FindProducts = (
  query: Pick<EngineQuery, 'text' | 'digits' | 'filters' | 'order' | 'facets' | 'offset' | 'limit'>,
  without: ReadonlySet<string>,
) => InTurns<FoundProducts>;

/** How many products have been counted, and whether these are all. */
interface Counted {
  total: number;
  isWhole: boolean;
}

/** What decides which products are counted and shown. */
interface Search {
  products: ProductTable;
  best: BestProducts;
  /** Undefined: all. */
  isIn: ((place: number) => boolean) | undefined;
}

export function createFindProducts(
  matchText: MatchText,
  names: NameTable,
  products: ProductTable,
): FindProducts {
  return function* ({ text, digits, filters, order, facets, offset, limit }, without) {
    const left = new Set(Array.from(without, (id) => products.placeOf(id)));
    const passes = products.filterBy(filters);
    const isIn: Search['isIn'] =
      left.size === 0 ? passes : (place) => !left.has(place) && (passes?.(place) ?? true);
    const best = createBestProducts(offset + limit, compareBy(order, products, names));
    const search: Search = { products, best, isIn };
    const related = digits && (yield* flagRelated(products, yield* matchText(text, 'related')));
    const matched = yield* matchText(text, 'matching');
    // Whoever looks at all matches asks twice for the similarity of some.
    const looked = order || facets ? remember(matched) : matched;
    const counter = facets && createFacetCounter(products, filters, facets);
    let { isWhole } = matched;
    let total = 0;
    if (!order) {
      const ranked = related
        ? yield* rankDigits(search, looked, related, digits)
        : yield* rankNames(search, looked);
      total = ranked.total;
      isWhole &&= ranked.isWhole;
    }
    if (order || counter) {
      const isEach = yield* eachMatch(products, looked, digits, (place) => {
        if (left.has(place)) return;
        counter?.offer(place);
        if (!order || (passes && !passes(place))) return;
        total++;
        best.offer(place, 0);
      });
      isWhole &&= isEach;
    }
    const ids = best
      .places()
      .slice(offset)
      .map((place) => products.idAt(place));
    return {
      ids,
      total,
      isWhole,
      names: matched.length,
      ...(counter && { facets: yield* counter.counts() }),
    };
  };
}

function remember(matched: MatchedNames): MatchedNames {
  const known = new Map<number, number>();
  return {
    ...matched,
    similarityOf(name) {
      const similarity = known.get(name) ?? matched.similarityOf(name);
      known.set(name, similarity);
      return similarity;
    },
  };
}

/** Calls for each product that matches, whatever filters say. Returns whether it came to all. */
function* eachMatch(
  products: ProductTable,
  matched: MatchedNames,
  digits: string | undefined,
  each: (place: number) => void,
): InTurns<boolean> {
  const isMatching = new Uint8Array(digits ? products.standings().length : 0);
  for (let at = 0; at < matched.length; at++) {
    if (at % TURN === TURN - 1 && (yield)) return false;
    const name = matched.names[at] as number;
    if (at >= matched.certain && !isEnough(matched.similarityOf(name))) continue;
    if (digits) isMatching[name] = 1;
    else products.ofName(name, each);
  }
  if (!digits) return true;
  const isHolding = products.holding(digits);
  for (let place = 0; place < products.places(); place++) {
    if (place % TURN === TURN - 1 && (yield)) return false;
    const name = products.nameAt(place);
    if (name < 0) continue;
    if (isMatching[name] === 1 || isHolding(place)) each(place);
  }
  return true;
}

/**
 * Ranks the products of these names, the most promising names first, so that of most the similarity need not be computed,
 * and counts the products that match.
 */
function* rankNames({ products, best, isIn }: Search, matched: MatchedNames): InTurns<Counted> {
  const { order, counts, stepOf } = yield* inOrderOfBounds(products, matched);
  let total = 0;
  for (let i = 0; i < order.length; i++) {
    if (i % TURN === TURN - 1 && (yield)) return { total, isWhole: false };
    const at = order[i] as number;
    const name = matched.names[at] as number;
    const isCertain = at < matched.certain;
    const count = isIn ? countIn(products, name, isIn) : (counts[at] as number);
    if (count === 0) continue;
    if (isCertain) total += count;
    const least = best.least() * STEPS_OF_RANK;
    const isOpen = (stepOf[at] as number) >= least;
    if (isCertain && !isOpen) continue;
    const similarity = matched.similarityOf(name);
    if (!isCertain) {
      if (!isEnough(similarity)) continue;
      total += count;
      if (!isOpen) continue;
    }
    products.ofName(name, (place) => {
      if (!isIn || isIn(place)) best.offer(place, rankAt(products, place, similarity));
    });
  }
  return { total, isWhole: true };
}

/** Which names share anything with a text: those of all others are not similar at all. */
interface Related {
  /** By name. */
  flags: Uint8Array;
  isWhole: boolean;
}

function* flagRelated(products: ProductTable, { names, length, isWhole }: MatchedNames): InTurns<Related> {
  const flags = new Uint8Array(products.standings().length);
  for (let at = 0; at < length; at++) {
    if (at % TURN === TURN - 1) yield;
    flags[names[at] as number] = 1;
  }
  return { flags, isWhole };
}

/** The same for digits: products also match by a barcode, however little their names are like these. */
function* rankDigits(
  { products, best, isIn }: Search,
  matched: MatchedNames,
  related: Related,
  digits: string,
): InTurns<Counted> {
  let total = 0;
  // By name: few digits are in so many names that a map of them would be larger than all else.
  const isMatching = new Uint8Array(related.flags.length);
  let { isWhole } = related;
  for (let at = 0; at < matched.length; at++) {
    if (at % TURN === TURN - 1 && (yield)) {
      isWhole = false;
      break;
    }
    const name = matched.names[at] as number;
    if (at < matched.certain || isEnough(matched.similarityOf(name))) isMatching[name] = 1;
  }
  const isHolding = products.holding(digits);
  for (let place = 0; place < products.places(); place++) {
    if (place % TURN === TURN - 1 && (yield)) return { total, isWhole: false };
    const name = products.nameAt(place);
    if (name < 0 || (isIn && !isIn(place))) continue;
    if (isMatching[name] === 0 && !isHolding(place)) continue;
    total++;
    if (rankAt(products, place, 1) < best.least()) continue;
    const similarity = related.flags[name] === 1 ? matched.similarityOf(name) : 0;
    best.offer(place, rankAt(products, place, similarity));
  }
  return { total, isWhole };
}

function rankAt(products: ProductTable, place: number, similarity: number): number {
  return rank(similarity, products.qualityAt(place) / 1_000);
}

function countIn(products: ProductTable, name: number, isIn: (place: number) => boolean): number {
  let count = 0;
  products.ofName(name, (place) => {
    if (isIn(place)) count++;
  });
  return count;
}

const STEPS_OF_RANK = 1_000;
/** Ranks go up to 1.5. */
const STEPS = 1.5 * STEPS_OF_RANK;

/**
 * The names by the best rank that a product of theirs can have, in steps of a thousandth, highest first; and how many
 * products have them.
 */
function* inOrderOfBounds(
  products: ProductTable,
  { names, bounds, length }: MatchedNames,
): InTurns<{ order: Int32Array; counts: Int32Array; stepOf: Uint16Array }> {
  const stepOf = new Uint16Array(length);
  const counts = new Int32Array(length);
  const starts = new Int32Array(STEPS + 2);
  const standings = products.standings();
  for (let at = 0; at < length; at++) {
    if (at % TURN === TURN - 1) yield;
    const standing = standings[names[at] as number] as number;
    counts[at] = countOf(standing);
    const bound = rank(bounds[at] as number, bestOf(standing) / 1_000);
    const step = Math.min(STEPS, Math.ceil(bound * STEPS_OF_RANK));
    stepOf[at] = step;
    (starts[STEPS - step + 1] as number)++;
  }
  for (let i = 1; i < starts.length; i++) (starts[i] as number) += starts[i - 1] as number;
  const order = new Int32Array(length);
  for (let at = 0; at < length; at++) {
    if (at % TURN === TURN - 1) yield;
    order[(starts[STEPS - (stepOf[at] as number)] as number)++] = at;
  }
  return { order, counts, stepOf };
}
