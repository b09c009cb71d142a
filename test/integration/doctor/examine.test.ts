import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:tls';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkIndex } from '../../../src/doctor/database.ts';
import { examine } from '../../../src/doctor/examine.ts';
import { checkCertificates } from '../../../src/doctor/certificates.ts';
import { checkNode } from '../../../src/doctor/machine.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { saveLagSample } from '../../../src/search/index/index-lag-store.ts';
import { closeRebuild, requestRebuild } from '../../../src/search/index/rebuild-store.ts';
import { saveReconcile } from '../../../src/search/index/reconcile-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createDataRoot } from '../../support/servers/started-program.ts';

let database: TestDatabase;
let root: Awaited<ReturnType<typeof createDataRoot>>;

beforeAll(async () => {
  database = await createTestDatabase();
  root = await createDataRoot();
});
afterAll(async () => {
  await database.drop();
  await root.remove();
});

const listWrong = async (settings: Record<string, string> = {}) => {
  const found = await examine(readConfig({ DATA_DIR: root.path, ...settings }), database.db);
  return found.filter(({ is_wrong }) => is_wrong).map(({ check, says }) => `${check}: ${says}`);
};

test('a backup, an indexer: each is missed until it is there', async () => {
  const before = await listWrong();
  expect(before).toContainEqual(expect.stringMatching(/^backups: There is no backup in/));
  expect(before).toContain('index: No indexer is running.');

  const file = path.join(root.path, 'backups', 'factshelf-20260101T000000Z.tar');
  await mkdir(path.dirname(file));
  await writeFile(file, '');
  await saveLagSample(database.db, { dirty: 0, parked: 0, lagSeconds: 0, drift: 0 });
  const after = await listWrong();
  expect(after.filter((line) => /^(backups|index)/.test(line))).toEqual([]);

  const aWeekAgo = new Date(Date.now() - 7 * 86_400_000);
  await utimes(file, aWeekAgo, aWeekAgo);
  expect(await listWrong()).toContainEqual(expect.stringMatching(/^backups: .* is 7 days old\.$/));
});

test('the last comparison of the index has its age, and is a finding only while it is recent', async () => {
  const { db } = database;
  const compare = async (outcome: Parameters<typeof saveReconcile>[2], minutesAgo: number) => {
    await saveReconcile(db, new Date(), outcome);
    await db.execute(sql`update index_reconciles set finished_at = now() - make_interval(mins => ${minutesAgo})
      where id = (select max(id) from index_reconciles)`);
    return (await checkIndex(db)).filter(({ says }) => says.startsWith('The comparison'));
  };
  await saveLagSample(db, { dirty: 0, parked: 0, lagSeconds: 0, drift: 0 });
  const differing = { products: 10, missing: 1, stale: 2, ghost: 0 };
  for (const [outcome, says] of [
    [{ error: 'the engine is away' }, 'failed: the engine is away'],
    [differing, 'found 3 documents that differed'],
  ] as const) {
    expect(await compare(outcome, 36)).toMatchObject([
      { is_wrong: false, says: expect.stringContaining(says) },
    ]);
    expect(await compare(outcome, 2)).toMatchObject([
      { is_wrong: true, says: expect.stringMatching(new RegExp(`^The comparison of 2 minutes ago ${says}`)) },
    ]);
    expect((await checkIndex(db)).map(({ remedy }) => remedy)).not.toContain('npm run reindex');
  }
  // As a backup holds one that was under way.
  await db.execute(sql`insert into index_reconciles (requested_by, started_at) values ('indexer', now())`);
  expect(await compare({ products: 7, missing: 0, stale: 0, ghost: 0 }, 0)).toMatchObject([
    { is_wrong: false },
  ]);
  await db.execute(sql`delete from index_reconciles where error is null and products = 7`);
  expect((await checkIndex(db)).map(({ says }) => says).join()).not.toContain('the indexer ended');

  const rebuild = await requestRebuild(db, 'restore');
  expect(await checkIndex(db)).toMatchObject([
    { is_wrong: false, says: expect.stringContaining('being rebuilt') },
  ]);
  await closeRebuild(db, rebuild?.id ?? 0);
  expect(await checkIndex(db)).toMatchObject([{ is_wrong: false, says: '0 changes wait.' }]);
});

test('servers that do not answer and settings that give something away are named', async () => {
  const wrong = await listWrong({
    REDIS_URL: 'redis://127.0.0.1:1',
    MEILI_URL: 'http://127.0.0.1:1',
    PUBLIC_URL: 'http://facts.example.org',
  });
  expect(wrong).toContainEqual(expect.stringMatching(/^redis: Redis does not answer/));
  expect(wrong).toContainEqual(expect.stringMatching(/^engine: The search engine does not answer/));
  expect(wrong).toContainEqual(expect.stringMatching(/^settings: PUBLIC_URL is not HTTPS/));
});

test('a certificate that nobody vouches for, and one that ends soon', async () => {
  const read = (name: string) =>
    readFileSync(new URL(`../../support/webhooks/receiver-${name}.pem`, import.meta.url));
  const server = createServer({ cert: read('cert'), key: read('key') }).listen(0, '127.0.0.1');
  await new Promise((resolve) => {
    server.once('listening', resolve);
  });
  const S3_ENDPOINT = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = readConfig({ S3_ENDPOINT });
  expect(await checkCertificates(config)).toMatchObject([
    { is_wrong: true, says: expect.stringContaining('is not trusted') },
  ]);
  const late = Date.now() + 200 * 365 * 86_400_000;
  expect(await checkCertificates(config, late)).toMatchObject([
    { is_wrong: true, says: expect.stringContaining('ends in -') },
  ]);
  server.close();
});

test('an untested Node is named', () => {
  expect(checkNode('20.20.2')[0]?.is_wrong).toBe(true);
  expect(checkNode('22.12.0')[0]?.is_wrong).toBe(false);
  expect(checkNode('24.1.0')[0]?.is_wrong).toBe(false);
});
