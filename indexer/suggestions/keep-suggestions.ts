import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Db } from '../../src/platform/db/client.ts';
import { suggestionIdOf, type SuggestionDocument } from '../../src/search/index/suggestion-index.ts';
import {
  listBrandsOfProducts,
  listUsedBrands,
  listUsedCategories,
  readCategoryFingerprint,
  type CountedName,
} from '../../src/search/index/suggestion-store.ts';
import { foldText, wordsOf } from '../../src/platform/text/fold-text.ts';
import type { SentLane } from '../drain/drain-outbox.ts';
import type { IndexWriter } from '../../src/search/engines/index-engine.ts';
import { createTrouble } from '../trouble.ts';
import { startLoop } from '../../src/platform/start-loop.ts';
import { compareSuggestions, type SuggestionChanges } from './compare-suggestions.ts';

/**
 * The rest after a turn, as a multiple of its duration: after changes by people, after bulk changes, after a
 * comparison.
 */
const REST = { people: 2, many: 10, comparison: 100 };
const SHORTEST_REST_MS = 200;
const COMPARE_EVERY_MS = 300_000;
/** With more written products than this, everything is compared instead. */
const MOST_WRITTEN = 50_000;
const SENT_AT_ONCE = 10_000;
const POLL_MS = 20;

interface SuggestionKeeperOptions {
  db: Db;
  index: IndexWriter<SuggestionDocument>;
  /** Milliseconds between looks at the categories and the index. */
  sweepMs: number;
  logger: Logger;
  signal: AbortSignal;
}

interface SuggestionKeeper {
  /** Notes that the product index has the current state of these products. Changes by people are processed first. */
  noteWritten(lane: SentLane, productIds: readonly string[]): void;
  /** Resolves when the work has stopped. */
  close(): Promise<void>;
}

/**
 * Keeps the index of brands and categories equal to Postgres. A product that a person changed refreshes its brand and
 * all categories within a second or two. Everything is compared when the index is new, after a failure, and every
 * five minutes. A brand that lost a product gets its new weight at the next comparison; the API reads small counts
 * from Postgres.
 */
export function startSuggestionKeeper(options: SuggestionKeeperOptions): SuggestionKeeper {
  const { db, index, sweepMs, logger, signal } = options;
  const written = new Set<string>();
  /** The category documents of the index, by id. */
  let categories = new Map<string, SuggestionDocument>();
  let fingerprint = '';
  let createdAt: string | undefined;
  let compareAt = 0;

  /** Fills a new index before it gets its settings: Postgres answers while an index has none. */
  async function prepare(documents: SuggestionDocument[]): Promise<void> {
    const isThere = (await index.findState()) !== undefined;
    if (isThere && (await index.hasSettings())) return;
    if (!isThere) await index.create(signal);
    await send({ documents, deletedIds: [] });
    await index.saveSettings(signal);
  }

  async function compareAll(): Promise<void> {
    const startedAt = performance.now();
    // Products written from here on are looked up afterwards.
    written.clear();
    fingerprint = await readCategoryFingerprint(db);
    const current = (await listUsedCategories(db)).map((category) => toDocument('category', category));
    const brands = (await listUsedBrands(db)).map((brand) => toDocument('brand', brand));
    const all = [...brands, ...current];
    await prepare(all);
    await send(await compareSuggestions(index, all));
    categories = new Map(current.map((document) => [document.id, document]));
    createdAt = (await index.findState())?.createdAt;
    const durationMs = performance.now() - startedAt;
    compareAt = performance.now() + Math.max(COMPARE_EVERY_MS, REST.comparison * durationMs);
    logger.debug({ durationMs, brands: brands.length }, 'brands and categories of suggestions compared');
  }

  async function refresh(): Promise<void> {
    const now = await readCategoryFingerprint(db);
    if (written.size === 0 && now === fingerprint) return;
    const productIds = [...written];
    written.clear();
    const brands = await listBrandsOfProducts(db, productIds);
    const current = (await listUsedCategories(db)).map((category) => toDocument('category', category));
    const next = new Map(current.map((document) => [document.id, document]));
    await send({
      documents: [
        ...brands.filter(({ count }) => count > 0).map((brand) => toDocument('brand', brand)),
        ...current.filter((document) => !isDeepStrictEqual(document, categories.get(document.id))),
      ],
      deletedIds: [
        ...brands.filter(({ count }) => count === 0).map(({ id }) => suggestionIdOf('brand', id)),
        ...[...categories.keys()].filter((id) => !next.has(id)),
      ],
    });
    categories = next;
    fingerprint = now;
  }

  async function send({ documents, deletedIds }: SuggestionChanges): Promise<void> {
    for (let from = 0; from < documents.length; from += SENT_AT_ONCE) {
      const lines = documents.slice(from, from + SENT_AT_ONCE).map((document) => JSON.stringify(document));
      await finish(await index.sendDocuments(lines.join('\n')));
    }
    if (deletedIds.length > 0) await finish(await index.sendDeletions(deletedIds));
  }

  async function finish(task: number): Promise<void> {
    for (;;) {
      const outcome = await index.findOutcome(task);
      if (outcome.state === 'succeeded') return;
      if (outcome.state !== 'pending') throw new Error(`suggestions cannot be written: ${outcome.reason}`);
      await sleep(POLL_MS, undefined, { signal });
    }
  }

  async function takeTurn(): Promise<void> {
    const state = await index.findState();
    const isDue = performance.now() >= compareAt || written.size > MOST_WRITTEN;
    await (isDue || !state || state.createdAt !== createdAt ? compareAll() : refresh());
  }

  let turnMs = 0;

  async function work(): Promise<number> {
    const startedAt = performance.now();
    try {
      await takeTurn();
    } catch (error) {
      compareAt = 0;
      throw error;
    } finally {
      turnMs = performance.now() - startedAt;
    }
    return Math.max(sweepMs, REST.many * turnMs);
  }

  const { wake, close } = startLoop({
    name: 'updating suggestions',
    work,
    everyMs: sweepMs,
    // Products come first: until suggestions exist, Postgres answers.
    startAfterMs: sweepMs,
    leastRestMs: () => Math.max(SHORTEST_REST_MS, REST.people * turnMs),
    trouble: createTrouble(logger),
    signal,
    logger,
  });
  return {
    noteWritten(lane, productIds) {
      for (const id of productIds) written.add(id);
      if (lane !== 'many') wake();
    },
    close,
  };
}

function toDocument(type: SuggestionDocument['type'], { id, name, count }: CountedName): SuggestionDocument {
  return { id: suggestionIdOf(type, id), type, text: wordsOf(foldText(name)).join(' '), weight: count };
}
