import { spawnSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import { migrateDatabase } from '../../../src/platform/db/migrate.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { waitFor } from '../../support/wait-for.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { mount, unmount } from '../engine/engine-scenarios.ts';
import { createOwnEngine } from '../servers/own-engine.ts';
import { startOwnPostgres } from '../servers/own-postgres.ts';
import { atLeast, atMost, exactly, pause, type Scenario } from '../scenario.ts';
import { insertProducts } from '../world.ts';

const ITEMS = 20;
const LOG_LINES = 12;

export const FULL_DISK_SCENARIOS: Scenario[] = [
  {
    id: 'F48',
    title: 'the disk of Postgres is full',
    cannotRun: () => (process.getuid?.() === 0 ? undefined : 'only root may mount a small disk'),
    async run(world, rounds) {
      const root = path.join(world.root, 'full-disk');
      await mkdir(root, { recursive: true });
      if (!mount(root, 300)) throw new Error('cannot mount a tmpfs');
      const postgres = await startOwnPostgres(root);
      await migrateDatabase(postgres.url);
      const logger = createLogger('faults', 'silent');
      const pool = createPool({
        url: postgres.url,
        applicationName: 'faults',
        max: 2,
        statementTimeoutMs: 9_000,
        logger,
      });
      await insertProducts(createDb(pool), 500);
      const { key } = await insertKey(createDb(pool), 'internal');
      const engine = await createOwnEngine(path.join(world.root, 'engine-beside-full-disk'));
      await engine.start();
      const settings = {
        DATABASE_URL: postgres.url,
        REDIS_URL: '',
        MEILI_URL: engine.url,
        MEILI_MASTER_KEY: engine.apiKey,
        LOG_LEVEL: 'info',
      };
      const api = await world.startApi(settings);
      const indexer = await world.startIndexer(settings);
      const readiness = async () => {
        const { status, text } = await api.get('/readyz');
        const body = JSON.parse(text || '{}') as { status?: string; checks?: Record<string, string> };
        return `${status} ${body.status}, database_writes ${body.checks?.['database_writes']}`;
      };
      let sent = 0;
      const write = async () => {
        const items = Array.from({ length: ITEMS }, () => ({
          gtin: gtinOf((sent += 1)),
          name: `Bread no. ${sent}`,
          // Not to be compressed.
          ingredients_text: Array.from({ length: 480 }, () => Math.random().toString(36).slice(2, 12)).join(
            '',
          ),
        }));
        const response = await fetch(`${api.origin}/api/public/backflow`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'X-API-Key': key },
          body: JSON.stringify({ items }),
        });
        return response.status;
      };
      const filler = path.join(root, 'filler');
      try {
        await waitFor('the index', async () => (await readiness()).startsWith('200 ok'), 60_000);
        await waitFor('a write', async () => (await write()) === 200);
        spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M', 'count=400']);
        const linesBefore = [api, indexer].map(({ program }) => program.output().split('\n').length);
        const reads: number[] = [];
        const writes: number[] = [];
        const until = performance.now() + rounds(30_000, 12_000);
        while (performance.now() < until) {
          writes.push(await write());
          const read = await api.get('/api/v1/products/search?q=milk', { 'X-API-Key': key });
          reads.push(read.status);
          await pause(20);
        }
        const whileFull = await readiness();
        const output = api.program.output() + indexer.program.output();
        const lines = [api, indexer].map(({ program }) => program.output().split('\n').length);
        await rm(filler);
        const freedAt = performance.now();
        await waitFor('readiness', async () => (await readiness()).startsWith('200 ok'), 60_000);
        await waitFor('a write', async () => (await write()) === 200, 60_000);
        const healed = (performance.now() - freedAt) / 1_000;
        const others = [...new Set(writes)].filter((status) => status !== 200 && status !== 503);
        return [
          exactly(`of ${reads.length} reads failed`, 0, reads.filter((status) => status !== 200).length),
          atLeast(
            `of ${writes.length} writes refused`,
            1,
            writes.filter((status) => status === 503).length,
            '',
          ),
          exactly('statuses of writes other than 200 and 503', 'none', others.join() || 'none'),
          exactly('/readyz', '200 degraded, database_writes degraded', whileFull),
          exactly('the log names the cause', 'true', String(/No space left on device/.test(output))),
          atMost('lines in the log of the API', LOG_LINES, (lines[0] ?? 0) - (linesBefore[0] ?? 0), 'lines'),
          atMost(
            'lines in the log of the indexer',
            LOG_LINES,
            (lines[1] ?? 0) - (linesBefore[1] ?? 0),
            'lines',
          ),
          atMost('ready, and a write taken, after space returns', 10, healed, 's'),
        ];
      } finally {
        if (process.env['F48_LOG'])
          console.log(api.program.output().slice(-6000), indexer.program.output().slice(-6000));
        for (const { program } of [api, indexer]) program.kill('SIGKILL');
        await Promise.all([api.program.ended, indexer.program.ended]);
        await pool.end();
        await engine.kill();
        await postgres.stop();
        unmount(root);
      }
    },
  },
];
