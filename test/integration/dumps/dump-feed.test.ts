import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stampPortion } from '../../../src/publish/feed/change-stamp-store.ts';
import { listPositionedIds, openSnapshot } from '../../../src/publish/dumps/dump-snapshot-store.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createWriter, readCatalogue } from '../../support/catalogue/catalogue-writer.ts';
import { createChangeReader, stampAll, type ChangesPage } from '../../support/changes/change-reader.ts';
import { createDumpRoot, makeDump, readDumpedProducts } from '../../support/changes/dump-reader.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const WRITERS = 4;
const DUMPS = 6;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

let database: TestDatabase;
const dumps = createDumpRoot();
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  dumps.remove();
  await database.drop();
});

/** A copy made from a dump and the changes of the feed since. */
async function follow(manifest: Awaited<ReturnType<typeof makeDump>>): Promise<Map<string, unknown>> {
  const copy = new Map<string, unknown>(await readDumpedProducts(dumps.root, manifest));
  for (const { id, change, product } of await createChangeReader(
    createTestApi(database),
    manifest.cursor,
  ).read()) {
    if (change === 'upsert') copy.set(id, product);
    else copy.delete(id);
  }
  return copy;
}

test('a dump and the feed from its cursor are the catalogue, no matter who wrote meanwhile', async () => {
  const seed = randomInt(1_000_000);
  console.log(`dump-feed: seed ${seed}`);
  const over = new AbortController();
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, (_, i) => createWriter(database.db, seed + i)),
  );
  const writing = writers.map((write) => write(() => over.signal.aborted));
  const stamping = (async () => {
    while (!over.signal.aborted) await stampPortion(database.db, { marks: 20, background: 20 });
  })();
  const manifests = [];
  while (manifests.length < DUMPS)
    manifests.push(await makeDump(database.db, dumps.root, { acceptsShrunken: true }));
  over.abort();
  await Promise.all([...writing, stamping]);
  await stampAll(database.db);
  const catalogue = await readCatalogue(database.db);
  expect(catalogue.size).toBeGreaterThan(20);
  for (const manifest of manifests) {
    const copy = await follow(manifest);
    expect([...copy.keys()].toSorted(), `seed ${seed}`).toEqual([...catalogue.keys()].toSorted());
    for (const [id, product] of catalogue) expect(copy.get(id), `seed ${seed}`).toEqual(product);
  }
});

test('a product without a position is left out: deleted before it gets one, the feed would not tell', async () => {
  await stampAll(database.db);
  const id = await insertProduct(database.db, { name: 'Came and went' });
  const listed = await database.db.transaction(
    async (tx) => {
      const snapshot = await openSnapshot(tx);
      return { snapshot, ids: await listPositionedIds(tx, LOWEST_ID, 10_000) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  expect(listed.snapshot).toBeDefined();
  expect(listed.ids).not.toContain(id);
  // A dump waits until it has one.
  const manifest = await makeDump(database.db, dumps.root, { acceptsShrunken: true });
  expect([...(await readDumpedProducts(dumps.root, manifest)).keys()]).toContain(id);
});

test('the cursor of a dump from before a restore is refused, and the answer names the dumps', async () => {
  const api = createTestApi(database);
  const { cursor } = await makeDump(database.db, dumps.root, { acceptsShrunken: true });
  await database.db.execute(sql`update change_feed set epoch = gen_random_uuid()`);
  const answer = await api.get(`/changes?since=${cursor}`);
  expect(answer.status).toBe(410);
  expect(answer.body).toMatchObject({ error: { details: { parameter: 'since', dumps: '/api/v1/dumps' } } });
  const { cursor: next } = await makeDump(database.db, dumps.root, { acceptsShrunken: true });
  const { status, body } = await api.get(`/changes?since=${next}`);
  expect([status, (body as ChangesPage).items]).toEqual([200, []]);
});
