import { readdirSync } from 'node:fs';
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findLastChange, listIndexChanges } from '../../../src/index/index-change-store.ts';
import { createLogger } from '../../../src/logger.ts';
import { createHurriedEngine } from '../../../src/search/engines/hurried-engine.ts';
import { followProducts, type ProductFeed } from '../../../src/search/memory/follow-products.ts';
import type { HeldProducts } from '../../../src/search/memory/held-products.ts';
import { FACETS } from '../../../src/search/facets/facets-contract.ts';
import { clearCatalogue, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const logger = createLogger('test', 'silent');
let database: TestDatabase;
let feed: ProductFeed;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await clearCatalogue(database.db);
  await insertProduct(database.db, {
    name: 'Wexmoor pantaloon',
    gtins: ['036000291452'],
    brand: 'Wexmoor',
    category: 'food/trousers',
    facts: { labels: ['organic', 'vegan'] },
    food: { allergens: ['milk'], nutriScore: 'b' },
  });
  await indexed();
  feed = followProducts({ db: database.db, logger, everyMs: 10 });
  await waitFor('all products', () => feed.held() !== undefined);
});
afterEach(() => feed.close());
afterAll(() => database.drop());

/** What an indexer of any release does when the engine has taken the documents. */
const indexed = () => database.db.execute(sql`delete from search_outbox`);
const count = (text: string) =>
  feed.held()?.find({ text, digits: undefined, filters: {}, offset: 0, limit: 20 }, new Set()).total;
const holds = (text: string, wanted: number) =>
  waitFor(`${wanted} of ${text}`, () => feed.held() !== undefined && count(text) === wanted);

describe('what a process holds', () => {
  it('is all products in use, in whatever number of portions', async () => {
    for (let n = 0; n < 25; n++) await insertProduct(database.db, { name: `Brindlewick ${n}` });
    await insertProduct(database.db, { name: 'Brindlewick draft', status: 'draft' });
    await indexed();
    const other = followProducts({ db: database.db, logger, everyMs: 10, portion: 4 });
    await waitFor('all products', () => other.held() !== undefined);
    const query = { text: 'brindlewick', digits: undefined, filters: {}, offset: 0, limit: 20 };
    expect(other.held()?.find(query, new Set()).total).toBe(25);
    await other.close();
  });

  it('has a new product when the engine has taken it, not before', async () => {
    await insertProduct(database.db, { name: 'Kvassolin' });
    const other = followProducts({ db: database.db, logger, everyMs: 10 });
    await waitFor('all products', () => other.held() !== undefined);
    const query = { text: 'kvassolin', digits: undefined, filters: {}, offset: 0, limit: 20 };
    expect(other.held()?.find(query, new Set()).total).toBe(0);
    await other.close();
    await indexed();
    await holds('kvassolin', 1);
  });

  it('follows a new name, and a product that is taken out of use', async () => {
    await database.db.execute(sql`update products set name = 'Mirflux', search_name = 'mirflux'`);
    await indexed();
    await holds('mirflux', 1);
    expect(count('wexmoor')).toBe(0);
    await database.db.execute(sql`update products set status = 'archived'`);
    await indexed();
    await holds('mirflux', 0);
  });

  it('is read again as a whole when changes were missed', async () => {
    await insertProduct(database.db, { name: 'Pellnix twin' });
    await indexed();
    await holds('pellnix', 1);
    await database.db.execute(sql`alter table search_outbox disable trigger search_outbox_note_changes`);
    await insertProduct(database.db, { name: 'Pellnix second' });
    await indexed();
    await database.db.execute(sql`alter table search_outbox enable trigger search_outbox_note_changes`);
    await database.db.execute(sql`truncate index_changes`);
    await holds('pellnix', 2);
  });
});

describe('changes of the index', () => {
  it('are told in order, each once, and as long as none may be missing', async () => {
    const { db } = database;
    const start = await findLastChange(db);
    const [one, two] = [await insertProduct(db, { name: 'One' }), await insertProduct(db, { name: 'Two' })];
    await db.execute(sql`delete from search_outbox where product_id = ${two}`);
    await db.execute(sql`delete from search_outbox where product_id = ${one}`);
    await indexed();
    const changes = await listIndexChanges(db, start);
    expect(changes).toEqual({ productIds: [two, one], last: start + 2, areAll: true });
    expect(await listIndexChanges(db, start + 2)).toEqual({ productIds: [], last: start + 2, areAll: true });
    await db.execute(sql`delete from index_changes where id <= ${start + 1}`);
    expect(await listIndexChanges(db, start + 1)).toBeUndefined();
  });

  it('are forgotten when 10,000 others have come', async () => {
    const { db } = database;
    const first = await findLastChange(db);
    await db.execute(sql`insert into index_changes (product_ids) select '{}' from generate_series(1, 10000)`);
    expect(await listIndexChanges(db, first)).toBeDefined();
    await insertProduct(db, { name: 'One more' });
    await indexed();
    expect(await listIndexChanges(db, first)).toBeUndefined();
    expect(await db.$count(sql`index_changes`)).toBe(10_000);
  });
});

describe('what a process keeps on disk', () => {
  const query = { text: 'wexmoor', digits: undefined, filters: {}, offset: 0, limit: 20 };
  const found = (of: ProductFeed) => of.held()?.find(query, new Set());
  let directory: string;
  let lines: string[];
  let started: ProductFeed[];

  /** A process that tells what it does. */
  const start = (beforeTaking?: () => Promise<void>): ProductFeed => {
    const own = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const other = followProducts({
      db: database.db,
      logger: own,
      everyMs: 10,
      portion: 4,
      directory,
      beforeTaking,
    });
    started.push(other);
    return other;
  };
  const isWhole = (of: ProductFeed) => waitFor('all products', () => of.held() !== undefined);
  /** Facets of all and of a text. */
  const tell = async (of: ProductFeed) => {
    const held = of.held() as HeldProducts;
    const facets = { names: FACETS, size: 10, selected: {} };
    return {
      lists: await held.countFacets(new AbortController().signal, {}, facets),
      ofText: held.find({ ...query, order: 'name', facets }, new Set()),
    };
  };
  const hasRead = (text: string) => lines.some((line) => line.includes(text));

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'held-'));
    lines = [];
    started = [];
    start();
    await waitFor('the file', () => readdirSync(directory).includes('held-products'));
    for (const one of started) await one.close();
    lines = [];
  });
  afterEach(async () => {
    for (const one of started) await one.close();
    // One that was closed may still be writing its file.
    await rm(directory, { recursive: true, maxRetries: 10 });
  });

  it('is where the next one starts, and goes on with what changed since', async () => {
    await insertProduct(database.db, { name: 'Wexmoor waistcoat', gtins: ['4006381333931'] });
    await indexed();
    const next = start();
    await isWhole(next);
    expect(found(next)?.total).toBe(2);
    expect(hasRead('all products in use are held')).toBe(false);
    await insertProduct(database.db, { name: 'Wexmoor gaiters' });
    await indexed();
    await waitFor('the third', () => [next, feed].every((one) => found(one)?.total === 3));
    expect(found(next)).toEqual(feed.held()?.find(query, new Set()));
  });

  it('is kept when the process stops, too', async () => {
    const next = start();
    await isWhole(next);
    for (const name of ['Wexmoor waistcoat', 'Wexmoor gaiters']) {
      await insertProduct(database.db, { name });
      await indexed();
    }
    await waitFor('the third', () => found(next)?.total === 3);
    await next.close();
    // So that nobody can go on from an earlier change.
    await database.db.execute(sql`delete from index_changes where id < (select max(id) from index_changes)`);
    const another = start();
    await isWhole(another);
    expect(hasRead('all products in use are held')).toBe(false);
    expect(found(another)?.total).toBe(3);
  });

  it('is what a search in a hurry looks at while changes since are being read', async () => {
    await insertProduct(database.db, { name: 'Wexmoor waistcoat' });
    await indexed();
    let goOn = () => {};
    const next = start(() => new Promise((resolve) => (goOn = resolve)));
    await waitFor('what was kept', () => next.lastKnown() !== undefined);
    const hurried = createHurriedEngine(database.db, next);
    const search = () => hurried.search({ ...query, caller: '' }, new AbortController().signal);
    expect(await search()).toMatchObject({ isSettled: false, total: 1, foundBy: { engine: 'memory' } });
    expect(next.held()).toBeUndefined();
    goOn();
    await isWhole(next);
    expect(await search()).toMatchObject({ isSettled: false, total: 2, foundBy: { engine: 'memory' } });
  });

  it('has facets in it, and they follow what changes', async () => {
    const next = start();
    await isWhole(next);
    expect(hasRead('all products in use are held')).toBe(false);
    const before = await tell(next);
    expect(before).toEqual(await tell(feed));
    expect(before).toMatchObject({
      lists: {
        brand: { listed: [[expect.any(String), 1]] },
        category: { listed: [expect.anything(), expect.anything()] },
        kind: { listed: [['food', 1]] },
        label: { listed: [expect.anything(), expect.anything()] },
        allergen: { listed: [['milk', 1]] },
      },
    });
    await insertProduct(database.db, { name: 'Wexmoor gaiters', brand: 'Wexmoor', category: 'food/shoes' });
    await insertProduct(database.db, { name: 'Wexmoor hat', brand: 'Hatfield', category: 'food/trousers' });
    await database.db.execute(sql`update products set status = 'archived' where name = 'Wexmoor pantaloon'`);
    await indexed();
    await waitFor('the changes', () => [next, feed].every((one) => found(one)?.total === 2));
    const after = await tell(next);
    expect(after).toEqual(await tell(feed));
    expect(after.lists.label?.listed).toEqual([]);
  });

  it('is not used when the changes since are not known, or when it is of another database', async () => {
    await database.db.execute(sql`update index_changes set product_ids = '{}'`);
    const next = start();
    await isWhole(next);
    expect(hasRead('all products in use are held')).toBe(true);
    expect(found(next)?.total).toBe(1);
  });

  it('is not used when it is not whole', async () => {
    const path = join(directory, 'held-products');
    await truncate(path, (await stat(path)).size - 1);
    const next = start();
    await isWhole(next);
    expect(hasRead('cannot be read')).toBe(true);
    expect(found(next)?.total).toBe(1);
  });
});
