import PQueue from 'p-queue';
import { createFacetCounter } from '../facets/count-held.ts';
import type { FacetCounts, FacetRequest } from '../facets/facet-request.ts';
import type { EngineFilters, EngineQuery } from '../search-engine.ts';
import { createFindProducts, type FindProducts, type FoundProducts } from './ranking/find-products.ts';
import { runInTurns, runThrough, TURN, type InTurns } from './in-turns.ts';
import { listProducts, type ListRequest } from './ranking/list-products.ts';
import { createMatchText } from './matching/match-text.ts';
import { createNameTable } from './name-table.ts';
import { createProductTable, type HeldProduct, type ProductTable } from './product-table.ts';
import type { Saved } from './tables/saved-tables.ts';
import { createWordTable } from './word-table.ts';

/** A product in use, as it is told to the memory of a process. */
export interface ToldProduct extends HeldProduct {
  searchName: string;
}

type Asked = Parameters<FindProducts>;

/**
 * All products in use, in this process, as far as their order, their filters and their number need it: names by their
 * words, words by their trigrams. Documents stay in the engine.
 */
export interface HeldProducts {
  /** Not while a search is under way: see `change`. */
  put(product: ToldProduct): void;
  remove(id: string): void;
  /** Finds the page in one go. */
  find(...asked: Asked): FoundProducts;
  /**
   * The same, with pauses in which the process answers others; at `dueAt` with what it has found. What may take long has a queue
   * of its own: a text of a letter or two, which nearly every name holds, and few digits. What is overdue passes all that wait,
   * in whichever queue is free.
   */
  findInTurns(
    signal: AbortSignal,
    query: Asked[0] & Pick<EngineQuery, 'dueAt'>,
    without: Asked[1],
  ): Promise<FoundProducts>;
  /** A page of all products, where there is no text, with such pauses and in that queue. */
  listInTurns(
    signal: AbortSignal,
    request: ListRequest,
    without: ReadonlySet<string>,
  ): Promise<FoundProducts>;
  /** Facets of all products, where there is no text, with such pauses and in that queue. */
  countFacets(signal: AbortSignal, filters: EngineFilters, request: FacetRequest): Promise<FacetCounts>;
  /** Puts and removes when no search is under way. */
  change(apply: () => void): Promise<void>;
  /** Another number after each change. */
  version(): number;
  /** Makes what was put so far ready to be searched. Otherwise the next search does, in one go. */
  settle(signal: AbortSignal): Promise<void>;
  save(): Saved;
  load(saved: Saved): void;
}

/** Letters of a text, or digits, of which each has a queue of its own. */
const WIDE_LETTERS = 2;
/** What passes all that waits. */
const URGENT = { priority: 1 };

export function createHeldProducts(): HeldProducts {
  const words = createWordTable();
  const names = createNameTable(words);
  const products = createProductTable();
  let version = 0;
  // A search that pauses keeps what it has counted: each queue has its own.
  const findIn = () => createFindProducts(createMatchText(words, names), names, products);
  const queues = {
    narrow: { find: findIn(), line: new PQueue({ concurrency: 1 }) },
    wide: { find: findIn(), line: new PQueue({ concurrency: 1 }) },
  };
  const runInLine = <T>(line: PQueue, signal: AbortSignal, work: () => InTurns<T>): Promise<T> =>
    line.add(async () => {
      signal.throwIfAborted();
      return await runInTurns(work(), signal);
    });
  return {
    put(product) {
      version++;
      products.put(product, names.numberOf(product.searchName));
    },
    remove(id) {
      version++;
      products.remove(id);
    },
    find: (...asked) => runThrough(queues.narrow.find(...asked)),
    findInTurns(signal, query, without) {
      const { dueAt } = query;
      const isWide = query.text.length <= WIDE_LETTERS || query.digits !== undefined;
      const [own, other] = isWide ? [queues.wide, queues.narrow] : [queues.narrow, queues.wide];
      const isOverdue = dueAt !== undefined && dueAt < performance.now();
      const { find, line } = isOverdue && own.line.pending > 0 && other.line.pending === 0 ? other : own;
      return line.add(
        async () => {
          signal.throwIfAborted();
          return await runInTurns(find(query, without), signal, dueAt);
        },
        isOverdue ? URGENT : {},
      );
    },
    listInTurns: (signal, request, without) =>
      runInLine(queues.wide.line, signal, () => listProducts(products, request, without)),
    countFacets: (signal, filters, request) =>
      runInLine(queues.wide.line, signal, () => countAll(products, filters, request)),
    change(apply) {
      const applyNow = () => {
        apply();
        runThrough(names.settle());
        return Promise.resolve();
      };
      // Whoever has approved a product waits for it: for searches under way, not for all that came before it.
      return queues.wide.line.add(() => queues.narrow.line.add(applyNow, URGENT), URGENT);
    },
    version: () => version,
    settle: (signal) => runInTurns(names.settle(), signal),
    save: () => ({
      words: words.save(),
      names: names.save(),
      products: products.save(),
    }),
    load(saved) {
      words.load(saved['words'] as Saved);
      names.load(saved['names'] as Saved);
      products.load(saved['products'] as Saved);
    },
  };
}

function* countAll(
  products: ProductTable,
  filters: EngineFilters,
  request: FacetRequest,
): InTurns<FacetCounts> {
  const counter = createFacetCounter(products, filters, request);
  for (let place = 0; place < products.places(); place++) {
    if (place % TURN === TURN - 1) yield;
    if (products.nameAt(place) >= 0) counter.offer(place);
  }
  return yield* counter.counts();
}
