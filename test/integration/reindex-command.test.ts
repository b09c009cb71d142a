import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { products } from '../../src/db/schema.ts';
import { insertProduct } from '../support/catalogue.ts';
import { startProgram } from '../support/started-program.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { startTestIndex, type TestIndex } from '../support/test-index.ts';

const NEVER_MS = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertProduct(database.db, { name: 'In use' });
  await insertProduct(database.db, { name: 'Also in use' });
  await insertProduct(database.db, { name: 'Archived', status: 'archived' });
});
afterAll(() => database.drop());

async function reindex(settings: Record<string, string> = {}) {
  const program = startProgram('src/cli/reindex.ts', { DATABASE_URL: database.url, ...settings });
  return { exitCode: await program.ended, output: program.output(), errors: program.errors() };
}
const listMarks = async () => {
  const { rows } = await database.db.execute<{ name: string; parked: string | null }>(sql`
    select name, parked_error as parked from search_outbox join products on id = product_id order by name`);
  return rows;
};

it('marks every product, gives parked ones another try, and says how many there are', async () => {
  const everything = ['Also in use', 'Archived', 'In use'].map((name) => ({ name, parked: null }));
  await database.db.execute(sql`delete from search_outbox`);
  expect(await reindex()).toEqual({
    exitCode: 0,
    output: 'Marked for the indexer: 3 products.\n',
    errors: '',
  });
  expect(await listMarks()).toEqual(everything);
  await database.db.execute(sql`update search_outbox set parked_error = 'too odd'`);
  await reindex();
  expect(await listMarks()).toEqual(everything);
});

it('waits for a transaction that marks the same products', async () => {
  await database.db.execute(sql`delete from search_outbox`);
  let running: ReturnType<typeof reindex> | undefined;
  await database.db.transaction(async (tx) => {
    await tx.update(products).set({ qualityScore: 0.9 }).where(eq(products.name, 'In use'));
    running = reindex();
    // It has met the lock, and given way.
    for (;;) {
      const { rows } = await database.db.execute(sql`
        select from pg_locks where not granted and pid in
          (select pid from pg_stat_activity where application_name = 'factshelf-reindex')`);
      if (rows.length > 0) break;
      await tx.execute(sql`select pg_sleep(0.01)`);
    }
  });
  expect(await running).toMatchObject({ exitCode: 0, errors: '' });
  expect(await listMarks()).toHaveLength(3);
});

it('says in one line that there are no tables', async () => {
  const url = new URL(database.url);
  url.pathname = '/postgres';
  const { exitCode, errors } = await reindex({ DATABASE_URL: url.href });
  expect(errors).toBe('The database has no tables yet: npm run db:migrate\n');
  expect(exitCode).toBe(1);
});

describe.runIf(inject('meilisearch'))('with an indexer', { timeout: 60_000 }, () => {
  let index: TestIndex;
  afterEach(() => index.close());

  it('wakes it, and documents that were lost, altered or left over are put right', async () => {
    // Nobody sweeps: only the wake-up of the command can make it look.
    index = startTestIndex(database, { sweepMs: NEVER_MS });
    await index.equal();
    const documents = index.client.index(index.indexUid);
    const { results } = await documents.getDocuments();
    const [lost, altered] = results;
    const [archived] = await database.db.select().from(products).where(eq(products.name, 'Archived'));
    await documents.deleteDocument(lost?.['id'] as string).waitTask();
    await documents
      .addDocuments([
        { ...altered, name: 'Altered' },
        { ...altered, id: archived?.id, name: 'Left over' },
      ])
      .waitTask();
    await reindex();
    await index.equal();
  });
});
