import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { expect, test } from 'vitest';
import { startPostgres } from '../../../src/embedded/postgres/embedded-postgres.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createDataRoot, ROOT } from '../../support/servers/started-program.ts';

/** Asks what a standby asks first. */
async function identify(url: string, user: string, password: string): Promise<unknown> {
  const client = new Client({
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    user,
    password,
    replication: 'true',
  } as ClientConfig);
  try {
    await client.connect();
    return (await client.query('IDENTIFY_SYSTEM')).rows[0];
  } finally {
    await client.end();
  }
}

test('the standby of compose follows as a role that owns nothing, and nobody else may', async () => {
  const root = await createDataRoot();
  const rules = path.join(root.path, 'pg_hba.conf');
  await copyFile(path.join(ROOT, 'deploy/pg_hba.conf'), rules);
  const server = await startPostgres({
    dataDir: path.join(root.path, 'data'),
    logger: createLogger('test', 'silent'),
    durable: false,
    settings: { hba_file: rules },
  });
  const owner = new Client({ connectionString: server.url, options: '-c replica.password=first' });
  try {
    await owner.connect();
    const script = await readFile(path.join(ROOT, 'deploy/replica-role.sql'), 'utf8');
    await owner.query(script);
    await owner.query(`SET replica.password = 'second'`);
    await owner.query(script);
    const { rows } = await owner.query(
      `SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication FROM pg_roles WHERE rolname = 'factshelf_replica'`,
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        rolreplication: true,
      },
    ]);
    expect(await identify(server.url, 'factshelf_replica', 'second')).toHaveProperty('systemid');
    await expect(identify(server.url, 'factshelf_replica', 'first')).rejects.toMatchObject({ code: '28P01' });
    const { username, password } = new URL(server.url);
    await expect(identify(server.url, username, password)).rejects.toMatchObject({ code: '28000' });
  } finally {
    await owner.end();
    await server.stop();
    await root.remove();
  }
});
