import { LRUCache } from 'lru-cache';
import { KEPT_FINDS } from '../../search-limits.ts';
import type { NameTable } from '../../memory/name-table.ts';
import { bestOf, countOf, type ProductTable } from '../../memory/product-table.ts';
import type { Saved } from '../../memory/tables/saved-tables.ts';
import type { WordTable } from '../../memory/word-table.ts';
import { createLabelTable, type Label, type LabelTable } from './label-table.ts';
import { createKeptTexts, type KeptTexts } from './kept-texts.ts';
import { createRankedNames, type Near } from './ranked-names.ts';
import { createUseCounts } from './use-counts.ts';

export interface BrandLabel extends Label {
  slug: string;
}

/** What of the held products can be suggested. */
export interface SuggestedProducts {
  /** The ids of products near to what was typed, of each name the best one: see `RankedNames`. */
  findProducts(typed: readonly string[], wanted: number): Near<string>;
  findBrands: LabelTable<number, BrandLabel>['find'];
  /** Products in use of a category alone, without its subtree. */
  countInCategory(id: string): number;
  /** Brands of products that came or changed, so that their names are to be read: up to so many, each once. */
  takeUnreadBrands(most: number): string[];
  /** Says the name of a brand, or that it is to be read later. */
  nameBrand(id: string, brand: Omit<BrandLabel, 'count'>): void;
  postponeBrands(ids: readonly string[]): void;
  texts: KeptTexts;
}

export interface HeldSuggestions extends SuggestedProducts {
  /** Says that the product at a place came, or came back after a change: after the table of products has it. */
  put(place: number): void;
  /** Says that the product at a place goes, or is about to change; below 0: there was none. */
  leave(place: number): void;
  /** All but the names of brands, which are read anew. */
  save(): Saved;
  load(saved: Saved): void;
}

export function createHeldSuggestions(
  words: WordTable,
  names: NameTable,
  products: ProductTable,
): HeldSuggestions {
  // From 1: a quality may be 0.
  const ranked = createRankedNames(words, names, (name) => {
    const standing = products.standings()[name] ?? 0;
    return countOf(standing) === 0 ? 0 : bestOf(standing) + 1;
  });
  /** By the numbers that the table of products has for brands, as all of these. */
  const brands = createLabelTable<number, BrandLabel>();
  const brandCounts = createUseCounts();
  const categoryCounts = createUseCounts();
  const unreadBrands = new Set<number>();
  const texts = createKeptTexts();
  /** What was found for typed words since the last change: of a letter or two all that people type. */
  const finds = new LRUCache<string, Near<string>>({ max: KEPT_FINDS });
  const forgetFinds = (): void => {
    if (finds.size > 0) finds.clear();
  };

  const count = (place: number, by: 1 | -1): number => {
    const brand = products.brands.numberAt(place);
    brands.setCount(brand, brandCounts.add(brand, by));
    categoryCounts.add(products.categories.numberAt(place), by);
    return brand;
  };
  const bestOfName = (name: number): string[] => {
    let best = -1;
    products.ofName(name, (place) => {
      if (best < 0 || products.compareTies(place, best) < 0) best = place;
    });
    return best < 0 ? [] : [products.idAt(best)];
  };

  return {
    put(place) {
      forgetFinds();
      unreadBrands.add(count(place, 1));
      ranked.put(products.nameAt(place), products.qualityAt(place) + 1);
    },
    leave(place) {
      if (place < 0) return;
      forgetFinds();
      count(place, -1);
      texts.forget(products.idAt(place));
    },
    findProducts(typed, wanted) {
      const key = [wanted, ...typed].join(' ');
      const known = finds.get(key);
      if (known) return known;
      const { asTyped, findWithTypo } = ranked.find(typed, wanted);
      let withTypo: string[] | undefined;
      const found = {
        asTyped: asTyped.flatMap(bestOfName),
        findWithTypo: () => (withTypo ??= findWithTypo().flatMap(bestOfName)),
      };
      finds.set(key, found);
      return found;
    },
    findBrands: (typed, wanted) => brands.find(typed, wanted),
    countInCategory(id) {
      const number = products.categories.numberOf(id);
      return number === undefined ? 0 : categoryCounts.of(number);
    },
    takeUnreadBrands(most) {
      const taken: string[] = [];
      for (const brand of unreadBrands) {
        if (taken.length === most) break;
        unreadBrands.delete(brand);
        if (!products.brands.isNone(brand)) taken.push(products.brands.keyOf(brand));
      }
      return taken;
    },
    nameBrand(id, { text, slug }) {
      const brand = products.brands.numberOf(id);
      if (brand !== undefined) brands.put(brand, { text, slug, count: brandCounts.of(brand) });
    },
    postponeBrands(ids) {
      for (const id of ids) unreadBrands.add(products.brands.numberOf(id) as number);
    },
    texts,
    save: () => ({
      ranked: ranked.save(),
      brandCounts: brandCounts.save(),
      categoryCounts: categoryCounts.save(),
    }),
    load(saved) {
      ranked.load(saved['ranked'] as Saved);
      brandCounts.load(saved['brandCounts'] as Saved);
      categoryCounts.load(saved['categoryCounts'] as Saved);
      for (let brand = 0; brand < products.brands.size(); brand++)
        if (brandCounts.of(brand) > 0) unreadBrands.add(brand);
    },
  };
}
