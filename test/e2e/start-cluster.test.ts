import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDb, createPool, type Db } from '../../src/db/client.ts';
import { tiers } from '../../src/db/schema/accounts.ts';
import { findFreePort } from '../../src/embedded/processes/free-port.ts';
import { createLogger } from '../../src/logger.ts';
import { gtinOf } from '../support/imports/export-file.ts';
import { hasRedisServer } from '../support/servers/redis-server.ts';
import {
  createDataRoot,
  listAddresses,
  listAlive,
  listFamily,
  readRunning,
  startProgram,
  type StartedProgram,
} from '../support/servers/started-program.ts';
import { insertKey } from '../support/callers/test-limits.ts';
import { signInTestOperator, type TestOperator } from '../support/callers/test-operator.ts';
import { waitFor } from '../support/wait-for.ts';
import { describeFailures, startReadLoad } from '../faults/load/read-load.ts';

const READS_A_SECOND = 20;

describe.runIf(inject('meilisearch') && hasRedisServer)('npm run start:cluster', { timeout: 180_000 }, () => {
  let root: Awaited<ReturnType<typeof createDataRoot>>;
  let program: StartedProgram;
  let front: string;
  let apis: string[];
  let indexers: string[];
  let pool: ReturnType<typeof createPool>;
  let db: Db;
  let headers: Record<string, string>;
  let operator: TestOperator;

  beforeAll(async () => {
    root = await createDataRoot();
    const dataDir = path.join(root.path, 'data');
    const port = await findFreePort();
    front = `http://127.0.0.1:${port}`;
    const settings = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
    program = startProgram('src/embedded/start-cluster.ts', settings);
    const addresses = await listAddresses(program);
    expect(addresses).toContain(`${front}/docs`);
    const own = addresses.map((address) => new URL(address)).filter(({ origin }) => origin !== front);
    indexers = own.filter(({ pathname }) => pathname === '/readyz').map(({ origin }) => origin);
    apis = own.filter(({ pathname }) => pathname === '/').map(({ origin }) => origin);
    const url = (await readRunning(dataDir)).DATABASE_URL;
    const logger = createLogger('test', 'silent');
    pool = createPool({ url, applicationName: 'test', max: 3, statementTimeoutMs: 10_000, logger });
    db = createDb(pool);
    headers = { 'X-API-Key': (await insertKey(db, 'internal')).key };
    operator = await signInTestOperator(db, 'reviewer');
  }, 180_000);
  afterAll(async () => {
    await pool.end();
    program.kill('SIGTERM');
    await program.ended;
    await root.remove();
  });

  const readyOf = async (origin: string) =>
    (await (await fetch(`${origin}/readyz`)).json()) as {
      checks: Record<string, string>;
      read_replica?: { is_used: boolean };
    };
  const untilReplicaIs = (used: boolean) =>
    waitFor(
      `the replica in use: ${used}`,
      async () =>
        (await Promise.all(apis.map(readyOf))).every(({ read_replica }) => read_replica?.is_used === used),
      30_000,
    );
  /** The process that listens there, and nothing else. */
  const pidOf = async (wanted: (command: string, environment: string) => boolean) => {
    for (const { pid, command } of await listFamily(program.pid)) {
      if (command.startsWith('/bin/sh')) continue;
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      if (wanted(command, environment)) return pid;
    }
    throw new Error('no such process');
  };

  it('runs three API processes on one replica, and two indexers of which one writes', async () => {
    expect([apis.length, indexers.length]).toEqual([3, 2]);
    await untilReplicaIs(true);
    const writers = await Promise.all(
      indexers.map(async (origin) => {
        const metrics = await (await fetch(`${origin}/metrics`)).text();
        return Number(/^factshelf_index_writer (\d)/m.exec(metrics)?.[1]);
      }),
    );
    expect(writers.toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  it.each([
    { limit: 'a minute', tier: { code: 'hundred', perMinute: 100, cumulative: null }, refusal: 429 },
    { limit: 'in all', tier: { code: 'ninety', perMinute: null, cumulative: 90 }, refusal: 403 },
  ])('counts the calls of a caller $limit exactly, over all three', async ({ tier, refusal }) => {
    await db.insert(tiers).values(tier);
    const { key } = await insertKey(db, tier.code);
    // A minute is one of the clock.
    await waitFor('a minute that has just begun', () => Date.now() % 60_000 < 30_000, 35_000);
    const statuses = await Promise.all(
      Array.from({ length: 150 }, async (_, i) => {
        const response = await fetch(`${apis[i % 3]}/api/v1/categories`, { headers: { 'X-API-Key': key } });
        await response.body?.cancel();
        return response.status;
      }),
    );
    const count = (status: number) => statuses.filter((one) => one === status).length;
    const passed = tier.perMinute ?? tier.cumulative;
    expect({ passed: count(200), refused: count(refusal) }).toEqual({ passed, refused: 150 - (passed ?? 0) });
  });

  it('shows what is approved at all three within a second of its being searchable at one', async () => {
    const gtin = gtinOf(77);
    const offered = await fetch(`${front}/api/public/submissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ gtin, name: 'Quibblewort paste', brand: 'Quibblewort' }),
    });
    expect(offered.status).toBe(201);
    const { id } = (await offered.json()) as { id: string };
    const approved = await fetch(`${front}/api/admin/submissions/${id}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...operator.headers },
      body: '{}',
    });
    expect(approved.status, await approved.text()).toBeLessThan(300);
    const isThere = async (origin: string) => {
      const [page, byCode, facet] = await Promise.all(
        [
          '/products/search?q=quibblewort',
          `/products/barcode/${gtin}`,
          '/products/search?q=paste&facets=brand',
        ].map(async (target) => await (await fetch(`${origin}/api/v1${target}`, { headers })).text()),
      );
      return [page, byCode, facet].every((text) => text?.includes('Quibblewort'));
    };
    await waitFor('it at one of them', () => isThere(apis[0] ?? ''), 30_000);
    await waitFor('it at all', async () => (await Promise.all(apis.map(isThere))).every(Boolean), 1_000);
  });

  it('fails no read when its standby and one of its APIs are killed', async () => {
    await untilReplicaIs(true);
    const load = await startReadLoad({ db, headers }, front, READS_A_SECOND);
    process.kill(await pidOf((command) => command.includes('/standby')), 'SIGKILL');
    await untilReplicaIs(false);
    const port = new URL(apis[1] ?? '').port;
    const pid = await pidOf(
      (command, environment) => command.includes('src/main.ts') && environment.includes(`\0PORT=${port}\0`),
    );
    process.kill(pid, 'SIGKILL');
    await waitFor(
      'it to be gone',
      async () => !(await listFamily(program.pid)).some((one) => one.pid === pid),
    );
    await waitFor('it to be back', () => readyOf(apis[1] ?? '').catch(() => undefined), 60_000);
    await untilReplicaIs(true);
    const reads = await load.stop();
    expect(reads.length).toBeGreaterThan(READS_A_SECOND);
    expect(describeFailures(reads)).toBe('none');
  });

  it('fails no read when all its processes are restarted one after another', async () => {
    const before = await listFamily(program.pid);
    const load = await startReadLoad({ db, headers }, front, READS_A_SECOND);
    program.kill('SIGUSR2');
    await waitFor('the end of it', () => program.output().includes('have been restarted'), 150_000);
    const reads = await load.stop();
    expect(describeFailures(reads)).toBe('none');
    const programs = before.filter(({ command }) => /(src|indexer)\/main\.ts/.test(command));
    expect(programs).toHaveLength(5);
    expect(await listAlive(programs)).toEqual([]);
  });

  it('stops everything when told to', async () => {
    const family = await listFamily(program.pid);
    program.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    await waitFor('the end of all', async () => (await listAlive(family)).length === 0, 5_000);
  });
});
