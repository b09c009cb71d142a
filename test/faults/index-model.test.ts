import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { createIndexPair, createIndexWriter } from '../../indexer/index-writer.ts';
import { createIndexerMetrics } from '../../indexer/indexer-metrics.ts';
import { startIndexer, type Indexer } from '../../indexer/run-indexer.ts';
import { barcodes, brands, products } from '../../src/db/schema.ts';
import { createLogger } from '../../src/logger.ts';
import { createMeilisearch, type SearchDocument } from '../../src/search/search-index.ts';
import { foldText } from '../../src/search/fold-text.ts';
import { requestRebuild } from '../../src/search/rebuild-store.ts';
import { requestReconcile } from '../../src/search/reconcile-store.ts';
import { ensureBrand, insertBarcode, insertProduct } from '../support/catalogue.ts';
import { compareIndex } from '../support/compare-index.ts';
import { createTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { waitFor } from '../support/wait-for.ts';

/** Histories run at the same time: mostly they wait. */
const LANES = 5;
const RUNS = Number(process.env['MODEL_RUNS'] ?? 200);
const SEED = Number(process.env['MODEL_SEED'] ?? randomInt(1_000_000));
const TIME_LIMIT_MS = Number(process.env['MODEL_TIME_LIMIT_MS'] ?? 200_000);
const QUIET_LIMIT_MS = 60_000;
const LONGEST_HISTORY = 20;
/** A fault has happened when the engine has done its part, not when it has been asked for. */
const DONE = { timeout: 30_000 };

/** What the index should hold, kept by nothing but a map. */
interface Model {
  products: Map<string, { name: string; brand: string; isActive: boolean; gtin: string | null }>;
  brandNames: string[];
  nextGtin: number;
}

interface Lane {
  database: TestDatabase;
  indexUid: string;
  act(fault: Fault): Promise<void>;
  /** Everything is well again; resolves when the index equals Postgres. */
  settle(): Promise<void>;
  listDocuments(): Promise<SearchDocument[]>;
  brandIds: string[];
  reset(): Promise<void>;
  close(): Promise<void>;
}

const FAULTS = [
  'kill the indexer',
  'cut the engine',
  'hold the engine',
  'cut the database',
  'empty the index',
  'delete the index',
  'rebuild',
  'reconcile',
  'damage a document',
] as const;
type Fault = (typeof FAULTS)[number];

const pause = async (ms: number) =>
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function startLane(): Promise<Lane> {
  const database = await createTestDatabase();
  const { db } = database;
  const { url, masterKey } = inject('meilisearch')!;
  const indexUid = new URL(database.url).pathname.slice(1);
  const client = createMeilisearch({ url, apiKey: masterKey }, 10_000);
  const index = client.index<SearchDocument>(indexUid);
  let toEngine: TcpProxy;
  let toDatabase: TcpProxy;
  let indexer: Indexer;
  const ending: Promise<void>[] = [];

  /** With connections of its own: when they are cut all at once, nothing of it reaches anybody any more, as after kill -9. */
  async function start(): Promise<void> {
    toEngine = await createTcpProxy(url);
    toDatabase = await createTcpProxy(database.url);
    const own = createMeilisearch({ url: toEngine.url, apiKey: masterKey }, 2_000);
    const sender = createMeilisearch({ url: toEngine.url, apiKey: masterKey }, 2_000, 'close');
    const nextUid = `${indexUid}_next`;
    const { createDb, createPool } = await import('../../src/db/client.ts');
    const logger = createLogger('model', 'silent');
    const pool = createPool({
      url: toDatabase.url,
      applicationName: 'factshelf-model',
      max: 3,
      statementTimeoutMs: 10_000,
      logger,
    });
    const started = startIndexer({
      db: createDb(pool),
      databaseUrl: toDatabase.url,
      redisUrl: inject('redisUrl'),
      prefix: indexUid,
      live: createIndexWriter(own, sender, indexUid),
      next: createIndexWriter(own, sender, nextUid),
      pair: createIndexPair(own, indexUid, nextUid),
      indexUid,
      sweepMs: 100,
      reconcileEveryMs: 3_600_000,
      metrics: createIndexerMetrics(),
      logger,
    });
    const proxies = [toEngine, toDatabase];
    indexer = {
      isWriter: () => started.isWriter(),
      async close() {
        await started.close();
        await Promise.all(proxies.map((proxy) => proxy.close()));
        await pool.end().catch(() => undefined);
      },
    };
  }

  async function cut(proxy: TcpProxy): Promise<void> {
    await proxy.shut();
    await pause(150);
    await proxy.open();
  }

  const faults: Record<Fault, () => Promise<void>> = {
    async 'kill the indexer'() {
      await Promise.all([toEngine.shut(), toDatabase.shut()]);
      ending.push(indexer.close());
      await start();
    },
    'cut the engine': () => cut(toEngine),
    'cut the database': () => cut(toDatabase),
    async 'hold the engine'() {
      toEngine.hold();
      await pause(300);
      await toEngine.open();
    },
    'empty the index': async () => void (await index.deleteAllDocuments().waitTask(DONE)),
    'delete the index': async () => void (await client.deleteIndex(indexUid).waitTask(DONE)),
    rebuild: async () => void (await requestRebuild(db, 'model')),
    reconcile: async () => void (await requestReconcile(db, 'model')),
    async 'damage a document'() {
      const { results } = await index.getDocuments({ limit: 1 }).catch(() => ({ results: [] }));
      // Found by the reconcile at the end of each history.
      if (results[0]) await index.addDocuments([{ ...results[0], name: 'Damaged' }]).waitTask(DONE);
    },
  };
  await start();
  const brandIds: string[] = [];

  return {
    database,
    indexUid,
    brandIds,
    act: (fault) => faults[fault](),
    async settle() {
      await Promise.all([toEngine.open(), toDatabase.open()]);
      let asked: number | undefined;
      await waitFor(
        'an index that equals Postgres',
        async () => {
          const { rows } = await db.execute<{ busy: boolean }>(sql`
            select exists (select from search_outbox) or exists (
              select from index_rebuilds where finished_at is null) as busy`);
          if (rows[0]?.busy !== false) return false;
          if (asked === undefined) {
            asked = (await requestReconcile(db, 'model')).id;
            return false;
          }
          const open = await db.execute(
            sql`select from index_reconciles where id = ${asked} and finished_at is null`,
          );
          if (open.rows.length > 0) return false;
          const differences = await compareIndex(db, client, indexUid);
          const count = Object.values(differences).reduce((sum, ids) => sum + ids.length, 0);
          if (count > 0) asked = undefined;
          return count === 0;
        },
        QUIET_LIMIT_MS,
      );
    },
    async listDocuments() {
      try {
        return (await index.getDocuments({ limit: 1_000 })).results;
      } catch (error) {
        // Without a product an index that is gone holds what it should.
        if ((error as { cause?: { code?: string } }).cause?.code === 'index_not_found') return [];
        throw error;
      }
    },
    async reset() {
      brandIds.length = 0;
      await db.execute(sql`delete from products`);
      await db.execute(sql`delete from brands`);
      for (const name of ['Model one', 'Model two']) brandIds.push(await ensureBrand(db, name));
    },
    async close() {
      await indexer.close();
      await Promise.all(ending);
      await database.drop();
    },
  };
}

type Operation = fc.AsyncCommand<Model, Lane>;

const pick = (model: Model, n: number) => {
  const ids = [...model.products.keys()].sort();
  return ids[n % Math.max(1, ids.length)];
};

/** One change of the catalogue, done to the database and to the map alike. */
function operation(
  name: string,
  run: (model: Model, lane: Lane) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Operation {
  return { check, run, toString: () => name };
}

const hasProducts = (model: Model) => model.products.size > 0;
let serial = 0;

const operations = {
  insert: (brand: number) =>
    operation(`insert(${brand})`, async (model, { database }) => {
      const name = `Model ${++serial}`;
      const brandName = model.brandNames[brand] as string;
      const id = await insertProduct(database.db, { id: uuidv7(), name, brand: brandName });
      model.products.set(id, { name, brand: brandName, isActive: true, gtin: null });
    }),
  rename: (n: number) =>
    operation(
      `rename(${n})`,
      async (model, { database }) => {
        const id = pick(model, n) as string;
        const name = `Model ${++serial}`;
        await database.db
          .update(products)
          .set({ name, searchName: foldText(name) })
          .where(eq(products.id, id));
        model.products.set(id, { ...model.products.get(id)!, name });
      },
      hasProducts,
    ),
  archive: (n: number) =>
    operation(
      `archive or bring back(${n})`,
      async (model, { database }) => {
        const id = pick(model, n) as string;
        const known = model.products.get(id)!;
        await database.db
          .update(products)
          .set({ status: known.isActive ? 'archived' : 'active' })
          .where(eq(products.id, id));
        model.products.set(id, { ...known, isActive: !known.isActive });
      },
      hasProducts,
    ),
  remove: (n: number) =>
    operation(
      `delete(${n})`,
      async (model, { database }) => {
        const id = pick(model, n) as string;
        await database.db.delete(products).where(eq(products.id, id));
        model.products.delete(id);
      },
      hasProducts,
    ),
  barcode: (n: number) =>
    operation(
      `barcode(${n})`,
      async (model, { database }) => {
        const id = pick(model, n) as string;
        const known = model.products.get(id)!;
        if (known.gtin !== null) {
          await database.db.delete(barcodes).where(eq(barcodes.productId, id));
          model.products.set(id, { ...known, gtin: null });
          return;
        }
        const gtin = buildGtin(model.nextGtin++);
        await insertBarcode(database.db, id, gtin, true);
        model.products.set(id, { ...known, gtin });
      },
      hasProducts,
    ),
  renameBrand: (brand: number) =>
    operation(`rename brand(${brand})`, async (model, { database, brandIds }) => {
      const from = model.brandNames[brand] as string;
      const to = `${from} ${++serial}`;
      await database.db
        .update(brands)
        .set({ name: to, brandKey: foldText(to) })
        .where(eq(brands.id, brandIds[brand]!));
      model.brandNames[brand] = to;
      for (const [id, known] of model.products) {
        if (known.brand === from) model.products.set(id, { ...known, brand: to });
      }
    }),
  fault: (fault: Fault) =>
    operation(fault, async (_, lane) => {
      await lane.act(fault);
    }),
  pause: (ms: number) => operation(`pause(${ms})`, async () => void (await pause(ms))),
};

const buildGtin = (n: number) => {
  const body = String(400_000_000_000 + n);
  const sum = Array.from(body).reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return body + String((10 - (sum % 10)) % 10);
};

const arbitraries = [
  fc.integer({ min: 0, max: 1 }).map(operations.insert),
  fc.integer({ min: 0, max: 1 }).map(operations.insert),
  fc.nat(50).map(operations.rename),
  fc.nat(50).map(operations.rename),
  fc.nat(50).map(operations.archive),
  fc.nat(50).map(operations.remove),
  fc.nat(50).map(operations.barcode),
  fc.integer({ min: 0, max: 1 }).map(operations.renameBrand),
  fc.constantFrom(...FAULTS).map(operations.fault),
  fc.integer({ min: 0, max: 300 }).map(operations.pause),
];

describe.runIf(inject('meilisearch'))('any history of changes and faults', { timeout: 400_000 }, () => {
  let lanes: Lane[];
  beforeAll(async () => {
    lanes = await Promise.all(Array.from({ length: LANES }, startLane));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(lanes.map((lane) => lane.close()));
  }, 60_000);

  it('ends with an index that holds exactly what is in use', async () => {
    let histories = 0;
    const settled: number[] = [];
    const until = performance.now() + TIME_LIMIT_MS;
    const run = async (lane: Lane, seed: number) => {
      await fc.assert(
        fc.asyncProperty(fc.commands(arbitraries, { maxCommands: LONGEST_HISTORY }), async (commands) => {
          // On a machine that is too busy, fewer: the line at the end says how many.
          if (performance.now() > until) return;
          await lane.reset();
          const model: Model = { products: new Map(), brandNames: ['Model one', 'Model two'], nextGtin: 1 };
          await fc.asyncModelRun(() => ({ model, real: lane }), commands);
          const quietAt = performance.now();
          await lane.settle();
          settled.push((performance.now() - quietAt) / 1_000);
          const documents = await lane.listDocuments();
          const found = documents.map(({ id, name, brand, gtin }) => [id, name, brand, gtin]);
          const wanted = [...model.products]
            .filter(([, { isActive }]) => isActive)
            .map(([id, { name, brand, gtin }]) => [id, name, brand, gtin]);
          const byId = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
          expect(found.sort(byId)).toEqual(wanted.sort(byId));
          histories += 1;
        }),
        {
          seed,
          numRuns: Math.ceil(RUNS / LANES),
          // A shorter history of the same failure takes long to find, and says little more.
          endOnFailure: true,
        },
      );
    };
    await Promise.all(lanes.map((lane, i) => run(lane, SEED + i)));
    const slowest = Math.max(...settled);
    const sorted = [...settled].sort((a, b) => a - b);
    console.log(
      `index model: ${histories} histories, seed ${SEED} (replay: MODEL_SEED=${SEED}), quiet to equal p50 ` +
        `${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} s, p95 ${sorted[Math.floor(sorted.length * 0.95)]?.toFixed(1)} s, slowest ${slowest.toFixed(1)} s`,
    );
    expect(histories).toBeGreaterThan(0);
  });
});
