import { sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { hasIndexer } from '../search/index/index-lag-store.ts';
import { measureBacklog } from '../search/index/outbox-store.ts';
import { findLastReconcile } from '../search/index/reconcile-store.ts';
import { fine, wrong, type Finding } from './doctor-contract.ts';

const OLDEST = 150_000;
const MOST_SKEW_MS = 2_000;
const MOST_LAG_SECONDS = 30;

/** Checks the server's version, its clock against this machine's, and the permissions of the service's role. */
export async function checkDatabase(db: Db): Promise<Finding[]> {
  const askedAt = Date.now();
  const { rows } = await db.execute<{ version: number; name: string; now: number; owns: boolean }>(sql`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
           extract(epoch FROM clock_timestamp())::float8 * 1000 AS now,
           EXISTS (SELECT FROM pg_class WHERE oid = 'audit_log'::regclass AND pg_has_role(relowner, 'USAGE')) AS owns`);
  const { version = 0, name = '', now = 0, owns = false } = rows[0] ?? {};
  const skew = Math.max(0, askedAt - now, now - Date.now());
  return [
    version >= OLDEST
      ? fine('postgres', `Postgres ${name} answers.`)
      : wrong('postgres', `Postgres ${name} is too old.`, 'move to Postgres 15 or newer'),
    skew <= MOST_SKEW_MS
      ? fine('clock', 'The clocks of this machine and of Postgres agree.')
      : wrong(
          'clock',
          `The clocks of this machine and of Postgres differ by ${(skew / 1_000).toFixed(0)} s.`,
          'timedatectl set-ntp true, on both',
        ),
    ...(owns
      ? [
          wrong(
            'postgres',
            'The role of the service owns the tables: it can change the audit log.',
            'MIGRATION_DATABASE_URL for the owner, and another role in DATABASE_URL',
          ),
        ]
      : []),
  ];
}

/** Checks the index by the indexer's own records: the age of its backlog, and its last comparison. */
export async function checkIndex(db: Db): Promise<Finding[]> {
  const [backlog, isRunning, last] = await Promise.all([
    measureBacklog(db),
    hasIndexer(db),
    findLastReconcile(db),
  ]);
  const found: Finding[] = [];
  if (!isRunning) found.push(wrong('index', 'No indexer is running.', 'npm start, or npm run start:indexer'));
  if (backlog.lagSeconds > MOST_LAG_SECONDS) {
    const says = `${backlog.dirty} changes wait, the oldest for ${backlog.lagSeconds.toFixed(0)} s.`;
    found.push(wrong('index', says, 'docs/runbook.md, FactshelfIndexBehind'));
  }
  if (backlog.parked > 0)
    found.push(
      wrong('index', `${backlog.parked} products are refused.`, 'docs/runbook.md, FactshelfIndexParked'),
    );
  const differing = last ? (last.missing ?? 0) + (last.stale ?? 0) + (last.ghost ?? 0) : 0;
  if (last?.error) found.push(wrong('index', `It could not be compared: ${last.error}`, 'npm run reindex'));
  else if (differing > 0)
    found.push(wrong('index', `${differing} documents differed at the last comparison.`, 'npm run reindex'));
  const when = last?.finishedAt ? `, compared ${last.finishedAt.toISOString()}` : '';
  return found.length > 0
    ? found
    : [fine('index', `${backlog.dirty} changes wait; ${last?.products ?? 0} products${when}.`)];
}
