import { sql, type SQL } from 'drizzle-orm';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/database-error.ts';
import { FILTERED_FACTS, joinFilteredFacts } from '../../index/filtered-facts.ts';
import { FIRST_ID, inUse } from '../../index/indexed-product-store.ts';
import { ALLERGENS_KNOWN } from '../../index/search-index.ts';
import { describeIndexChange, findLastChange, listIndexChanges } from '../../index/index-change-store.ts';
import { createHeldProducts, type HeldProducts, type ToldProduct } from './held-products.ts';
import { readSaved, writeSaved, type SavedFacts } from './tables/saved-file.ts';
import { FOLLOW_EVERY_MS, KEEP_EVERY_MS, PORTION } from '../search-limits.ts';

/** What is told of a product `p` with its barcodes `g`, in this order; no part of it can hold a tab or a line break. */
const COLUMNS = {
  id: sql`p.id`,
  searchName: sql`p.search_name`,
  quality: sql`(p.quality_score * 1000)::int`,
  brandId: sql`p.brand_id`,
  categoryId: sql`p.category_id`,
  categoryPath: sql`c.path`,
  kind: sql`c.archive_kind`,
  country: sql`p.country_of_origin`,
  nutriScore: FILTERED_FACTS.nutriScore,
  labels: sql`p.facts->'labels'`,
  countriesSold: sql`p.facts->'countries_sold'`,
  allergens: sql`to_jsonb(${FILTERED_FACTS.allergens}
    || case when ${FILTERED_FACTS.allergensKnown} then array[${ALLERGENS_KNOWN}] end)`,
  gtins: sql`g.gtins`,
} satisfies Record<keyof ToldProduct, SQL>;

/** One product a line. */
const TOLD = sql`string_agg(concat_ws(E'\\t', ${sql.join(
  Object.values(COLUMNS).map((column) => sql`coalesce((${column})::text, '')`),
  sql`, `,
)}), E'\\n')`;
const JOINS = sql`${joinFilteredFacts}
  left join lateral (select string_agg(gtin14, ',') as gtins from barcodes where product_id = p.id) g on true`;

const NAMES = Object.keys(COLUMNS) as (keyof ToldProduct)[];

function parse(row: string): ToldProduct {
  const parts = row.split('\t');
  const told = {} as Told;
  for (let i = 0; i < NAMES.length; i++) told[NAMES[i] as keyof Told] = parts[i] as string;
  return { ...told, quality: Number(told.quality), gtins: told.gtins === '' ? [] : told.gtins.split(',') };
}

const linesOf = (rows: string): string[] => (rows === '' ? [] : rows.split('\n'));

type Told = Record<keyof typeof COLUMNS, string>;

/** Products by id, and the last of them unless there are no more. */
interface Portion {
  rows: string;
  last: string | undefined;
}

/** Raised when what the tables hold means something else than before. */
const FORMAT = `3 ${NAMES.join()}`;
const FILE = 'held-products';

/** Products that are put before the process answers others again: some milliseconds. */
const PUT_AT_ONCE = 1_000;

export interface ProductFeed {
  /** Undefined until all products have been read: what is not held is not found. */
  held(): HeldProducts | undefined;
  /** The same, and what was kept on disk while changes since then are still being read. */
  lastKnown(): HeldProducts | undefined;
  /** Keeps on disk what has changed. */
  close(): Promise<void>;
}

export interface FollowOptions {
  db: Db;
  logger: Logger;
  everyMs?: number;
  /** Products that are read at once. */
  portion?: number;
  /** Where it keeps what it holds for the next start: a cache, which is used only when the changes since are known. */
  directory?: string | undefined;
  /** What is to be known before products are held as the engine has taken them. */
  beforeTaking?: (() => Promise<void>) | undefined;
  /**
   * Asked where all products are to be read, from `db` unless given: it may lag, because the first change to go on from is read
   * there as well, before them.
   */
  loadFrom?: (() => Db) | undefined;
}

/**
 * Holds all products in use in this process: reads them once, and from then on each one of which the engine has taken a
 * change, within `everyMs` of that. Whoever has missed changes reads all of them again.
 */
export function followProducts({
  db,
  logger,
  everyMs = FOLLOW_EVERY_MS,
  portion = PORTION,
  directory,
  beforeTaking = () => Promise.resolve(),
  loadFrom = () => db,
}: FollowOptions): ProductFeed {
  const file = directory === undefined ? undefined : join(directory, FILE);
  const closing = new AbortController();
  let products = createHeldProducts();
  /** `behind`: all of them as they were kept, while what has changed since is being read. */
  let state: 'reading' | 'behind' | 'whole' = 'reading';
  /** The last change that is held; undefined before the first read. */
  let last: number | undefined;
  /** The last product that was read of all. */
  let after = FIRST_ID;
  /** Where all products are being read. */
  let source = db;

  let isRestored = file === undefined;
  /** The last change that the file holds, and when it was written. */
  let kept: number | undefined;
  let keptAt = performance.now();

  /** Takes what an earlier process has kept, when all changes since are still known. */
  async function restore(path: string): Promise<void> {
    const started = performance.now();
    const isCurrent = async ({ format, last: id, change }: SavedFacts) =>
      format === FORMAT && change === (await describeIndexChange(db, id));
    const found = await readSaved(path, isCurrent).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      const isThere = (error as NodeJS.ErrnoException).code !== 'ENOENT';
      if (isThere) logger.warn({ err: error, path }, 'what was kept of products cannot be read');
      return undefined;
    });
    isRestored = true;
    if (!found) return;
    products.load(found.saved);
    last = kept = found.facts.last;
    state = 'behind';
    logger.debug({ ms: Math.round(performance.now() - started) }, 'products were kept on disk');
  }

  /** Nothing is put meanwhile, so that the file holds the products as they were at one change. */
  async function keep(path: string): Promise<void> {
    const change = await describeIndexChange(db, last ?? 0);
    // Of a new catalogue that has none yet: it is kept with its first one.
    if (last === undefined || change === undefined) return;
    keptAt = performance.now();
    await mkdir(dirname(path), { recursive: true });
    await writeSaved(path, { format: FORMAT, last, change }, products.save());
    kept = last;
  }

  async function readAll(): Promise<void> {
    const started = performance.now();
    let next: Promise<Portion> | undefined = readAfter(after);
    while (next) {
      const { rows, last: lastId }: Portion = await next;
      // Postgres prepares the next ones while these are taken in.
      next = lastId === undefined || closing.signal.aborted ? undefined : readAfter(lastId);
      // It may fail before anybody waits for it.
      next?.catch(() => undefined);
      for (const [at, row] of linesOf(rows).entries()) {
        products.put(parse(row));
        // The process answers others meanwhile.
        if (at % PUT_AT_ONCE === PUT_AT_ONCE - 1) await nextTurn();
      }
      after = lastId ?? after;
    }
    if (closing.signal.aborted) return;
    await products.settle(closing.signal);
    await beforeTaking();
    state = 'whole';
    keptAt = -Infinity;
    logger.debug({ ms: Math.round(performance.now() - started) }, 'all products in use are held');
  }

  async function readAfter(id: string): Promise<Portion> {
    // One whose mark is as old as itself has no document yet: when it has, its mark is deleted.
    const ids = sql`select * from products p where ${inUse(sql`p`)} and p.id > ${id}::uuid and not exists (
      select from search_outbox o where o.product_id = p.id and o.marked_at <= p.created_at)
      order by p.id limit ${portion}`;
    const { rows } = await source.execute<{ rows: string | null; last: string | null; count: number }>(
      sql`select ${TOLD} as rows, max(p.id::text) as last, count(*)::int as count from (${ids}) p ${JOINS}`,
    );
    const [row] = rows;
    return { rows: row?.rows ?? '', last: row?.count === portion ? (row.last ?? undefined) : undefined };
  }

  async function readChanged(): Promise<'some' | 'all'> {
    const changes = await listIndexChanges(db, last ?? 0);
    if (!changes) {
      logger.warn('changes of products were missed: all products are read again');
      begin();
      return 'all';
    }
    if (changes.productIds.length > 0) {
      await beforeTaking();
      await readAgain(changes.productIds);
    }
    last = changes.last;
    return changes.areAll ? 'all' : 'some';
  }

  async function readAgain(ids: string[]): Promise<void> {
    const { rows } = await db.execute<{ rows: string | null }>(sql`
      select ${TOLD} as rows from products p ${JOINS}
      where p.id = any(${sql.param(ids)}::uuid[]) and ${inUse(sql`p`)}`);
    const told = new Map(
      linesOf(rows[0]?.rows ?? '').map((row) => [row.slice(0, row.indexOf('\t')), parse(row)]),
    );
    await products.change(() => {
      for (const id of ids) {
        const product = told.get(id);
        if (product) products.put(product);
        else products.remove(id);
      }
    });
  }

  function begin(): void {
    products = createHeldProducts();
    state = 'reading';
    last = undefined;
    after = FIRST_ID;
  }

  async function follow(): Promise<void> {
    let isFailing = false;
    while (!closing.signal.aborted) {
      try {
        if (file && !isRestored) await restore(file);
        // Before the products: what changes while they are read is read again.
        last ??= await findLastChange((source = loadFrom()));
        if (state === 'reading') await readAll();
        else if ((await readChanged()) === 'all' && state === 'behind') {
          state = 'whole';
          logger.debug('what has changed since products were kept is held, too');
        }
        if (file && state === 'whole' && kept !== last && performance.now() - keptAt > KEEP_EVERY_MS)
          await keep(file);
        isFailing = false;
        if (state === 'behind') continue;
      } catch (error) {
        // Where changes are made everything is as new as elsewhere: the reading goes on there.
        source = db;
        if (!isFailing)
          logger.warn({ err: error }, 'products cannot be read; searches use those known so far');
        isFailing = true;
      }
      await sleep(everyMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  const following = follow();
  return {
    held: () => (state === 'whole' ? products : undefined),
    lastKnown: () => (state === 'reading' ? undefined : products),
    async close() {
      closing.abort();
      await following;
      if (!file || state !== 'whole' || kept === last) return;
      await keep(file).catch((error: unknown) =>
        logger.warn({ err: error }, 'what is held of products could not be kept for the next start'),
      );
    },
  };
}
