import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  closeRebuild,
  findOpenRebuild,
  listRebuilds,
  requestRebuild,
} from '../../../src/search/index/rebuild-store.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { startProgram } from '../../support/servers/started-program.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

const NEVER_MS = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertProduct(database.db, { name: 'In use' });
  await insertProduct(database.db, { name: 'Also in use' });
  await insertProduct(database.db, { name: 'Archived', status: 'archived' });
});
afterAll(() => database.drop());

async function reindex(settings: Record<string, string> = {}, ...options: string[]) {
  const program = startProgram(
    'src/cli/reindex',
    { DATABASE_URL: database.url, ...settings },
    undefined,
    options,
  );
  return { exitCode: await program.ended, output: program.output(), errors: program.errors() };
}

it('asks for a rebuild, and says so when no indexer is there to take it up', async () => {
  expect(await reindex()).toEqual({
    exitCode: 0,
    output: 'Asked for. No indexer is running: it begins as soon as one does.\n',
    errors: '',
  });
  const open = await findOpenRebuild(database.db);
  expect(open).toMatchObject({ state: 'queued', requestedBy: 'command line' });
  await closeRebuild(database.db, open!.id, 'test');
});

it('is refused while a rebuild is open', async () => {
  const rebuild = await requestRebuild(database.db, 'somebody');
  const { exitCode, errors } = await reindex();
  expect(errors).toMatch(/^A rebuild is under way already: queued, asked for by somebody at \S+\.\n$/);
  expect(exitCode).toBe(3);
  await closeRebuild(database.db, rebuild!.id);
});

it('says in one line that there are no tables', async () => {
  const url = new URL(database.url);
  url.pathname = '/postgres';
  const { exitCode, errors } = await reindex({ DATABASE_URL: url.href });
  expect(errors).toBe('The database has no tables yet: npm run db:migrate\n');
  expect(exitCode).toBe(1);
});

describe.runIf(inject('meilisearch'))('with an indexer', () => {
  let index: TestIndex;
  afterEach(() => index.close());

  it('wakes it, and says when the index is rebuilt', async () => {
    // Nobody sweeps: only the wake-up of the command can make it look.
    index = startTestIndex(database, { sweepMs: NEVER_MS });
    await index.equal();
    await waitFor('a sign of life', async () => {
      const { rows } = await database.db.execute(sql`select from index_lag_samples`);
      return rows.length > 0;
    });
    const [first] = await index.documents.list();
    await index.documents.remove([first?.id ?? '']);
    const { exitCode, output, errors } = await reindex();
    expect(errors).toBe('');
    expect(output).toMatch(/^The index is rebuilt: 2 products in \d+\.\d s\.\n$/m);
    expect(exitCode).toBe(0);
    await index.equal();
  });

  it('returns at once when it is not to wait', async () => {
    index = startTestIndex(database);
    await index.equal();
    expect(await reindex({}, '--no-wait')).toEqual({ exitCode: 0, output: 'Asked for.\n', errors: '' });
    await index.equal();
    const [last] = await listRebuilds(database.db, 1);
    expect(last).toMatchObject({ state: 'done', requestedBy: 'command line' });
  });
});
