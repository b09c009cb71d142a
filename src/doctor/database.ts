import { sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { hasIndexer } from '../search/index/index-lag-store.ts';
import { measureBacklog } from '../search/index/outbox-store.ts';
import { listRebuilds } from '../search/index/rebuild-store.ts';
import { findLastReconcile, type Reconcile } from '../search/index/reconcile-store.ts';
import { fine, wrong, type Finding } from './doctor-contract.ts';

const OLDEST = 150_000;
const MOST_SKEW_MS = 2_000;
const MOST_LAG_SECONDS = 30;
/** After a failure or a difference the indexer compares again sooner: what is older is over. */
const RECENT_MINUTES = 15;

/** Checks the server's version, its clock against this machine's, and the permissions of the service's role. */
export async function checkDatabase(db: Db): Promise<Finding[]> {
  const askedAt = Date.now();
  const { rows } = await db.execute<{ version: number; name: string; now: number; owns: boolean }>(sql`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
           extract(epoch from clock_timestamp())::float8 * 1000 as now,
           exists (select from pg_class where oid = 'audit_log'::regclass and pg_has_role(relowner, 'USAGE')) as owns`);
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

/** Checks the index by the indexer's own records: the age of its backlog, its rebuilds, and its last comparison. */
export async function checkIndex(db: Db, now = Date.now()): Promise<Finding[]> {
  const [backlog, isRunning, compared, [rebuild]] = await Promise.all([
    measureBacklog(db),
    hasIndexer(db),
    findLastReconcile(db),
    listRebuilds(db, 1),
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
  if (rebuild && !rebuild.finishedAt) {
    found.push(fine('index', `The index is being rebuilt (${rebuild.state}): searches may lack products.`));
  } else if (compared?.finishedAt) {
    // An index that was rebuilt since is another one.
    const isOfThisIndex =
      rebuild?.state !== 'done' || Number(rebuild.finishedAt) < Number(compared.finishedAt);
    if (isOfThisIndex) found.push(describeComparison(compared, (now - Number(compared.finishedAt)) / 60_000));
  }
  return found.length > 0 ? found : [fine('index', `${backlog.dirty} changes wait.`)];
}

function describeComparison({ error, missing, stale, ghost, products }: Reconcile, minutes: number): Finding {
  const differing = (missing ?? 0) + (stale ?? 0) + (ghost ?? 0);
  const when = `The comparison of ${Math.round(minutes)} minutes ago`;
  const tell = (says: string, remedy: string) =>
    minutes > RECENT_MINUTES ? fine('index', says) : wrong('index', says, remedy);
  if (error) return tell(`${when} failed: ${error}`, 'wait: the indexer compares again by itself');
  if (differing === 0) return fine('index', `${when} found ${products} products equal.`);
  return tell(
    `${when} found ${differing} documents that differed, and had them written again.`,
    'wait for the next one; if it finds more: docs/runbook.md, FactshelfIndexDrift',
  );
}
