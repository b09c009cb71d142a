import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deriveSearchKey } from '../../src/search/engines/meilisearch/search-key.ts';
import { findServerPort } from '../support/servers/server-port.ts';
import {
  createDataRoot,
  listAddresses,
  listAlive,
  listFamily,
  ordinaryUser,
  pressCtrlC,
  readRunning,
  startFactshelf,
  startProgram,
  type ProcessEntry,
  type StartedProgram,
} from '../support/servers/started-program.ts';
import { waitFor } from '../support/wait-for.ts';

const STOP_LIMIT_MS = 5_000;

describe('npm start', () => {
  let root: Awaited<ReturnType<typeof createDataRoot>>;
  let dataDir: string;
  let port: number;
  let program: StartedProgram;
  let addresses: string[];

  beforeAll(async () => {
    root = await createDataRoot();
    dataDir = path.join(root.path, 'data');
    port = await findServerPort();
    program = startFactshelf(dataDir, port);
    addresses = await listAddresses(program);
  });

  afterAll(async () => {
    program.kill('SIGTERM');
    await program.ended;
    await root.remove();
  });

  it('prints addresses that answer', async () => {
    expect(addresses).toHaveLength(6);
    for (const address of addresses) expect((await fetch(address)).status, address).toBe(200);
  });

  it('prints a search and a barcode that give results', async () => {
    const search = addresses.find((address) => address.includes('/products/search?')) ?? '';
    expect((await fetchJson(search)).total).toBeGreaterThan(0);
    const barcode = addresses.find((address) => address.includes('/products/barcode/')) ?? '';
    expect((await fetchJson(barcode)).name).toEqual(expect.any(String));
  });

  it('hands the API and the indexer no more than they need', async () => {
    const running = await readRunning(dataDir);
    const masterKey = (await readFile(path.join(dataDir, 'meilisearch-key'), 'utf8')).trim();
    const ownerPassword = (await readFile(path.join(dataDir, 'postgres-password'), 'utf8')).trim();
    const family = await listFamily(program.pid);
    for (const name of ['src/main.js', 'indexer/main.js']) {
      const pid = family.find(({ command }) => command.includes(name))?.pid;
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
      expect(environment).toContain('DATA_DIR=');
      expect(environment).not.toContain(ownerPassword);
      expect(environment).not.toContain(masterKey);
    }
    const users = await runSql(
      (await readRunning(dataDir)).DATABASE_URL,
      `SELECT DISTINCT application_name AS program, usename AS role FROM pg_stat_activity
       WHERE application_name IN ('factshelf-api', 'factshelf-indexer') ORDER BY program`,
    );
    expect(users).toEqual([
      { program: 'factshelf-api', role: 'factshelf_app' },
      { program: 'factshelf-indexer', role: 'factshelf_app' },
    ]);
    const rows = await runSql(
      running.DATABASE_URL,
      `SELECT (SELECT count(*)::int FROM pg_class WHERE pg_has_role(relowner, 'USAGE')) AS owned,
              has_table_privilege('audit_log', 'UPDATE, DELETE, TRUNCATE, TRIGGER') AS may_change_the_log`,
    );
    expect(rows).toEqual([{ owned: 0, may_change_the_log: false }]);
    const { status } = await fetch(`${running.MEILI_URL}/indexes/products`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${deriveSearchKey(masterKey)}` },
    });
    expect(status).toBe(403);
  });

  it('keeps its secrets to its owner', async () => {
    for (const file of [
      'running.json',
      'postgres-password',
      'postgres-service-password',
      'meilisearch-key',
    ]) {
      expect((await stat(path.join(dataDir, file))).mode & 0o777, file).toBe(0o600);
    }
    for (const { command } of await listFamily(program.pid)) {
      expect(command).not.toContain(new URL((await readRunning(dataDir)).DATABASE_URL).password);
    }
  });

  it('refuses a data directory in use, in one sentence', async () => {
    const second = startFactshelf(dataDir, await findServerPort());
    expect(await second.ended).toBe(1);
    expect(second.errors()).toBe(
      `Factshelf already uses ${dataDir} (process ${program.pid}, port ${port}): stop it first, or choose another DATA_DIR.\n`,
    );
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  it('refuses a port in use, in one sentence', async () => {
    const second = startFactshelf(path.join(root.path, 'other'), port);
    expect(await second.ended).toBe(1);
    expect(second.errors()).toBe(
      `Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or choose another one with PORT.\n`,
    );
  });

  it('serves the commands of the same data directory', async () => {
    const command = startProgram('src/cli/migrate', { DATA_DIR: dataDir, LOG_LEVEL: 'error' });
    expect(await command.ended, command.errors()).toBe(0);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  it.each(['src/main.js', 'indexer/main.js', 'bin/postgres', '/meilisearch'])(
    'starts %s again when it dies',
    async (name) => {
      // A process that has just been forked, as Postgres does for each connection, still has the name of its parent.
      const isIt = ({ command, parent }: ProcessEntry) =>
        parent === program.pid && command.includes(name) && !command.startsWith('/bin/sh');
      const before = (await listFamily(program.pid)).filter(isIt).map(({ pid }) => pid);
      expect(before).toHaveLength(1);
      process.kill(before[0] ?? 0, 'SIGKILL');
      await waitFor(`another ${name}`, async () =>
        (await listFamily(program.pid)).some((entry) => isIt(entry) && !before.includes(entry.pid)),
      );
      const search = addresses.find((address) => address.includes('/products/search?')) ?? '';
      // With its index: what is asked of it while it starts again would be complained of later.
      await waitFor('a whole service', () => isWhole(`http://127.0.0.1:${port}`));
      expect((await fetchJson(search)).total).toBeGreaterThan(0);
    },
  );

  it('stops everything on Ctrl-C within 5 s, and a second start finds the data', async () => {
    await runSql(
      (await readRunning(dataDir)).DATABASE_URL,
      `INSERT INTO brands (id, name, slug, brand_key)
       VALUES ('01890000-0000-7000-8000-000000000001', 'Kept', 'kept', 'kept')`,
    );
    const family = await listFamily(program.pid);
    expect(family.length).toBeGreaterThanOrEqual(4);
    const said = program.output().length;
    const pressedAt = await pressCtrlC(program);
    expect(await program.ended, program.errors()).toBe(0);
    expect(performance.now() - pressedAt).toBeLessThan(STOP_LIMIT_MS);
    // A store that stopped before its users would have been missed by them.
    expect(program.output().slice(said)).not.toMatch(
      /shutting down|connection lost|ECONNREFUSED|unexpectedly/,
    );
    await waitFor('the end of all', async () => (await listAlive(family)).length === 0, 1_000);
    await expect(stat(path.join(dataDir, 'running.json'))).rejects.toThrow('ENOENT');

    program = startFactshelf(dataDir, port);
    expect(await listAddresses(program)).toEqual(addresses);
    const rows = await runSql(
      (await readRunning(dataDir)).DATABASE_URL,
      `SELECT name FROM brands WHERE slug = 'kept'`,
    );
    expect(rows).toEqual([{ name: 'Kept' }]);
  });

  it('leaves nothing running when it is killed, and the next start takes over', async () => {
    const family = await listFamily(program.pid);
    program.kill('SIGKILL');
    await program.ended;
    await waitFor('the end of all', async () => (await listAlive(family)).length === 0);
    program = startFactshelf(dataDir, port);
    expect(await listAddresses(program)).toEqual(addresses);
  });
});

describe('npm start, on other machines and settings', () => {
  it('runs as an ordinary user, and so do its servers', async () => {
    const root = await createDataRoot(ordinaryUser);
    const program = startFactshelf(path.join(root.path, 'data'), await findServerPort(), {}, ordinaryUser);
    try {
      await listAddresses(program);
      const users = (await listFamily(program.pid)).map(({ uid }) => uid);
      expect(new Set(users)).toEqual(new Set([ordinaryUser.uid]));
    } finally {
      program.kill('SIGINT');
      expect(await program.ended).toBe(0);
      await root.remove();
    }
  });

  it('refuses a database of another Postgres version, in one sentence', async () => {
    const root = await createDataRoot();
    const clusterDir = path.join(root.path, 'postgres');
    await mkdir(clusterDir);
    await writeFile(path.join(clusterDir, 'PG_VERSION'), '16\n');
    const program = startFactshelf(root.path, await findServerPort());
    expect(await program.ended).toBe(1);
    expect(program.errors()).toBe(
      `${clusterDir} was made by Postgres 16 and this is Postgres 18: choose another DATA_DIR, or set DATABASE_URL to a Postgres 16 server that uses it.\n`,
    );
    await root.remove();
  });

  it.each(['/proc/factshelf', '/proc/factshelf/data', '/dev/null/data'])(
    'refuses %s as a data directory, in one sentence',
    async (dataDir) => {
      const program = startFactshelf(dataDir, await findServerPort());
      const timer = setTimeout(() => program.kill('SIGKILL'), 30_000);
      expect(await program.ended).toBe(1);
      clearTimeout(timer);
      expect(program.errors()).toMatch(
        /^The data directory .+ cannot be used \(.+\): choose another DATA_DIR.\n$/,
      );
    },
  );

  it('names a database that cannot be reached, in one sentence', async () => {
    const root = await createDataRoot();
    const database = `postgres://nobody:secret@127.0.0.1:${await findServerPort()}/none`;
    const program = startFactshelf(root.path, await findServerPort(), { DATABASE_URL: database });
    expect(await program.ended).toBe(1);
    expect(program.errors()).toMatch(
      /^The database cannot be reached \(.*ECONNREFUSED.*\): check DATABASE_URL .*\n$/,
    );
    expect(await listFamily(program.pid)).toEqual([]);
    await root.remove();
  });

  it('lets a command have a database of its own while it runs', async () => {
    const root = await createDataRoot();
    const command = startProgram('src/cli/migrate', { DATA_DIR: root.path, LOG_LEVEL: 'error' });
    const family = await waitFor('its Postgres', async () => {
      const processes = await listFamily(command.pid);
      return processes.some(({ command: text }) => text.includes('bin/postgres')) && processes;
    });
    expect(await command.ended, command.errors()).toBe(0);
    await waitFor('the end of all', async () => (await listAlive(family)).length === 0, 1_000);
    await root.remove();
  });
});

async function isWhole(origin: string): Promise<boolean> {
  return await fetchJson(`${origin}/readyz`).then(
    ({ status }) => status === 'ok',
    () => false,
  );
}

async function fetchJson(url: string): Promise<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(await (await fetch(url)).json());
}

async function runSql(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
