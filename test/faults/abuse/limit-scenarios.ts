import { Agent, get } from 'node:http';
import pg from 'pg';
import { insertKey } from '../../support/callers/test-limits.ts';
import { waitFor } from '../../support/wait-for.ts';
import { atLeast, exactly, pause, type Finding, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

const CALLS = 6_000;
/** Answered with 400 without asking the database: what is not refused has passed the limits. */
const COUNTED_ONLY = '/api/v1/brands?page=0';
const PASSED = 400;
/** What counts in docs/decisions/0005: the tiers of those without and with a key. */
const FLOODS = [
  { who: 'one address without a key', perMinute: 60 },
  { who: 'one key', perMinute: 600 },
];

/** So much more than is allowed, by anyone who hopes that counting cannot keep up; and what an injection could reach. */
export const LIMIT_SCENARIOS: Scenario[] = [
  {
    id: 'A9',
    title: 'without Redis, 6,000 calls of one caller at once, while Postgres stands still now and then',
    async run(world) {
      const findings: Finding[] = [];
      for (const { who, perMinute } of FLOODS) {
        const { key } = await insertKey(world.db, 'registered');
        const headers: Record<string, string> =
          who === 'one key' ? { 'X-API-Key': key } : { 'X-Forwarded-For': '198.51.100.77' };
        const { passed, refused } = await floodWhileSlow(world, headers);
        findings.push(
          exactly(`of ${CALLS} calls of ${who}, passed in one minute by one process`, perMinute, passed),
          exactly(`of ${CALLS} calls of ${who}, refused with 429`, CALLS - perMinute, refused),
        );
      }
      return [...findings, ...(await tryForbidden(world))];
    },
  },
];

async function floodWhileSlow(world: World, headers: Record<string, string>) {
  const api = await world.startApi({ REDIS_URL: '', TRUST_PROXY: '1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const ask = () =>
    new Promise<number>((resolve) => {
      get(api.origin + COUNTED_ONLY, { agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      }).once('error', () => resolve(0));
    });
  await waitFor('a minute with time left', () => Date.now() % 60_000 < 20_000, 60_000);
  const statuses: number[] = [];
  const flood = Promise.all(Array.from({ length: CALLS }, async () => statuses.push(await ask())));
  // The first calls are counted in time, and their key is known by then.
  await waitFor('the first answers', () => statuses.length > 20);
  try {
    while (statuses.length < CALLS) {
      await world.postgres.signal('SIGSTOP');
      await Promise.race([flood, pause(700)]);
      await world.postgres.signal('SIGCONT');
      await Promise.race([flood, pause(150)]);
    }
  } finally {
    await world.postgres.signal('SIGCONT');
    agent.destroy();
    await api.stop();
  }
  return {
    passed: statuses.filter((status) => status === PASSED).length,
    refused: statuses.filter((status) => status === 429).length,
  };
}

const INSUFFICIENT_PRIVILEGE = '42501';
/** What somebody could say to the database who has found a hole in the service. */
const FORBIDDEN = [
  "UPDATE audit_log SET actor = 'nobody'",
  'DELETE FROM audit_log',
  'TRUNCATE audit_log',
  'ALTER TABLE audit_log DISABLE TRIGGER ALL',
  'DROP TRIGGER audit_log_chain ON audit_log',
  'DROP TABLE audit_log',
  'ALTER TABLE audit_log OWNER TO CURRENT_USER',
  "SET session_replication_role = 'replica'",
  'CREATE OR REPLACE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE sql AS $$ SELECT NULL $$',
  'CREATE FUNCTION public.harmless() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'TRUNCATE products CASCADE',
  'DROP TABLE products',
  'CREATE TABLE public.mine (id int)',
  'CREATE ROLE mine SUPERUSER',
  'ALTER ROLE CURRENT_USER SUPERUSER',
  'SET ROLE factshelf',
  "ALTER SYSTEM SET archive_command = 'true'",
  "SELECT pg_read_file('postgresql.conf')",
  "COPY (SELECT 1) TO PROGRAM 'true'",
  'DROP DATABASE factshelf',
];

async function tryForbidden(world: World): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: world.settings['DATABASE_URL'] });
  await client.connect();
  const done: string[] = [];
  let refused = 0;
  for (const statement of FORBIDDEN) {
    try {
      await client.query(statement);
      done.push(statement);
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) refused += 1;
    }
  }
  const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM audit_log');
  await client.end();
  return [
    exactly(
      `of ${FORBIDDEN.length} forbidden statements over the service's connection, done`,
      'none',
      done.join('; ') || 'none',
    ),
    exactly(`of ${FORBIDDEN.length} forbidden statements, refused`, FORBIDDEN.length, refused),
    atLeast('rows of the audit log that the service can read', 1, rows[0]?.n ?? 0, 'rows'),
  ];
}
