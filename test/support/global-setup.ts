import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../src/platform/db/migrate.ts';
import { findMeilisearch, startMeilisearch } from '../../src/embedded/embedded-meilisearch.ts';
import { startPostgres } from '../../src/embedded/postgres/embedded-postgres.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { findChromium } from './browser/find-chromium.ts';
import { createOwnRedis, hasRedisServer } from './servers/redis-server.ts';
import { startOpenSearch } from './opensearch/start-opensearch.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server whose database `factshelf_template` is migrated: each test file copies it. */
    postgresUrl: string;
    meilisearch: { url: string; masterKey: string } | undefined;
    redisUrl: string | undefined;
    /** The engine that keeps the index of `startTestIndex`. */
    searchEngine: 'meilisearch' | 'opensearch';
    opensearchUrls: string[];
  }
}

const MEMORY_FOLDER = '/dev/shm';
/** A run needs at most 1 GB. */
const MEMORY_NEEDED = 4 * 2 ** 30;

/**
 * Real servers for the whole run: those of DATABASE_URL, MEILI_URL and REDIS_URL when given, else embedded ones and a
 * redis-server on PATH. What cannot be had is named, and the tests that need it say that they were left out.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const logger = createLogger('test-servers', 'warn');
  await useMemoryForFiles();
  const root = await mkdtemp(path.join(tmpdir(), 'factshelf-test-'));
  // As root, Postgres runs as another user, which needs access to the folder.
  await chmod(root, 0o711);
  const stops: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true })];

  let postgresUrl = process.env['DATABASE_URL'];
  if (!postgresUrl) {
    const server = await startPostgres({ dataDir: path.join(root, 'postgres'), logger, durable: false });
    stops.unshift(() => server.stop());
    postgresUrl = server.url;
  }
  await createTemplate(postgresUrl);
  project.provide('postgresUrl', postgresUrl);

  let meilisearch = process.env['MEILI_URL']
    ? { url: process.env['MEILI_URL'], masterKey: process.env['MEILI_MASTER_KEY'] ?? '' }
    : undefined;
  const binary = meilisearch ? undefined : await findMeilisearch(root);
  if (binary) {
    const server = await startMeilisearch({ binary, dataDir: root, logger });
    stops.unshift(() => server.stop());
    meilisearch = { url: server.url, masterKey: server.masterKey };
  }
  project.provide('meilisearch', meilisearch);

  const isOpenSearch = process.env['TEST_SEARCH_ENGINE'] === 'opensearch';
  const opensearch = isOpenSearch ? await startOpenSearch(root, 1) : undefined;
  if (opensearch) stops.unshift(() => opensearch.stop());
  project.provide('searchEngine', isOpenSearch ? 'opensearch' : 'meilisearch');
  project.provide('opensearchUrls', opensearch?.urls ?? []);

  let redisUrl = process.env['REDIS_URL'];
  if (!redisUrl && hasRedisServer) {
    const server = await createOwnRedis();
    stops.unshift(() => server.remove());
    await server.start();
    redisUrl = server.url;
  }
  project.provide('redisUrl', redisUrl);
  const hasChromium = findChromium() !== undefined;
  const missing = [
    ...(meilisearch ? [] : ['Meilisearch']),
    ...(redisUrl ? [] : ['Redis']),
    ...(hasChromium ? [] : ['Chromium']),
  ];
  // In CI a missing server is an error.
  if (missing.length > 0 && process.env['CI']) {
    for (const stop of stops) await stop();
    throw new Error(`without ${missing.join(' and ')} a run says too little`);
  }

  if (!meilisearch) console.warn('No Meilisearch here: the tests of the index and its engine are left out.');
  if (!redisUrl) console.warn('No redis-server on PATH and no REDIS_URL: the tests on Redis are left out.');
  if (!hasChromium) {
    console.warn(
      'No chromium on PATH and no CHROMIUM_PATH: the tests of pages and of the console are left out.',
    );
  }
  return async () => {
    for (const stop of stops) await stop();
  };
}

/**
 * Temporary files of the run are kept in memory where there is plenty. Each test file makes a database of a thousand files
 * and removes it, which costs some file systems more than the tests.
 */
async function useMemoryForFiles(): Promise<void> {
  if (process.env['TMPDIR']) return;
  const folder = await statfs(MEMORY_FOLDER).catch(() => undefined);
  if (!folder || folder.bavail * folder.bsize < MEMORY_NEEDED || freemem() < 2 * MEMORY_NEEDED) return;
  process.env['TMPDIR'] = MEMORY_FOLDER;
}

async function createTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Of a run before, on a server that is kept.
  await client.query('DROP DATABASE IF EXISTS factshelf_demo WITH (FORCE)');
  await client.query('DROP DATABASE IF EXISTS factshelf_template WITH (FORCE)');
  await client.query('CREATE DATABASE factshelf_template');
  await client.end();
  const template = new URL(url);
  template.pathname = '/factshelf_template';
  await migrateDatabase(template.href);
}
