import type { PlaceTest } from '../memory/columns.ts';
import { TURN, type InTurns } from '../memory/in-turns.ts';
import { withPlace } from '../memory/tables/growing-arrays.ts';
import type { ProductTable } from '../memory/product-table.ts';
import type { EngineFilters } from '../search-engine.ts';
import { mostOf, type FacetCounts, type FacetRequest, type ValueCounts } from './facet-request.ts';
import type { FacetName } from './facets-contract.ts';
import { OWN_FILTER } from './own-filter.ts';
import { pickTop } from './pick-top.ts';

/** Counts products of what is held. Offer it each match once, whether filters let it through or not. */
export interface FacetCounter {
  offer(place: number): void;
  counts(): InTurns<FacetCounts>;
}

/**
 * Counts all facets in one pass: a product that passes every filter counts for each facet, one that fails exactly one filter
 * for the facet that leaves this filter aside.
 */
export function createFacetCounter(
  products: ProductTable,
  filters: EngineFilters,
  request: FacetRequest,
): FacetCounter {
  const owned = new Set<string>(request.names.map((name) => OWN_FILTER[name]));
  // First those that no facet leaves aside: who fails one of these counts for none.
  const tests = Object.entries(products.testsOf(filters))
    .map(([name, passes]) => ({ name, passes, isOwned: owned.has(name) }))
    .toSorted((a, b) => Number(a.isOwned) - Number(b.isOwned));
  const checks = tests.map(({ passes }) => passes);
  const ownedFrom = tests.filter(({ isOwned }) => !isOwned).length;
  const passing = createPlaces();
  /** Those that fail one test alone, by the number of the test. */
  const failing = tests.map(createPlaces);
  function* countFacet(name: FacetName): InTurns<ValueCounts> {
    const { countAt, size, itemsOf, keyOf, numberOf, isNone } = products.facets[name];
    const counts = new Int32Array(size());
    const own = failing[tests.findIndex((test) => test.name === OWN_FILTER[name])];
    for (const { list } of own ? [passing, own] : [passing]) {
      const places = list();
      for (let from = 0; from < places.length; from += TURN) {
        countAt(places.subarray(from, from + TURN), counts);
        yield;
      }
    }
    const numbers = listCounted(counts);
    const { values, countOf } = itemsOf
      ? spread(numbers, counts, itemsOf)
      : { values: numbers, countOf: (number: number) => counts[number] as number };
    const named = values.filter((value) => !isNone(value));
    const selected = (request.selected[name] ?? [])
      .map(numberOf)
      .filter((value) => value !== undefined && countOf(value) > 0 && !isNone(value)) as number[];
    return pickTop({ values: named, countOf, keyOf }, mostOf(name, request), selected);
  }
  return {
    offer(place) {
      let failed = -1;
      for (let i = 0; i < checks.length; i++) {
        if ((checks[i] as PlaceTest)(place)) continue;
        if (i < ownedFrom || failed >= 0) return;
        failed = i;
      }
      (failed < 0 ? passing : (failing[failed] as typeof passing)).add(place);
    },
    *counts() {
      const counts: FacetCounts = {};
      for (const name of request.names) counts[name] = yield* countFacet(name);
      return counts;
    },
  };
}

function createPlaces() {
  let places = new Int32Array(256);
  let length = 0;
  return {
    add(place: number): void {
      places = withPlace(places, length);
      places[length++] = place;
    },
    list: () => places.subarray(0, length),
  };
}

function listCounted(counts: Int32Array): number[] {
  const numbers: number[] = [];
  for (let number = 0; number < counts.length; number++) if (counts[number] !== 0) numbers.push(number);
  return numbers;
}

/** What was counted, for each of the items that a number stands for. */
function spread(numbers: readonly number[], counts: Int32Array, itemsOf: (number: number) => Int32Array) {
  const items = new Map<number, number>();
  for (const number of numbers)
    for (const item of itemsOf(number)) items.set(item, (items.get(item) ?? 0) + (counts[number] as number));
  return { values: [...items.keys()], countOf: (item: number): number => items.get(item) ?? 0 };
}
