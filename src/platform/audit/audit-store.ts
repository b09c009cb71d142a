import { and, count, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db, Tx } from '../db/client.ts';
import { auditLog } from '../db/schema/operations.ts';
import { startLoop, type RunningLoop } from '../start-loop.ts';
import { findMeant, findMeantActors } from './audit-choice-store.ts';
import type { AuditListEntry } from './audit-contract.ts';
import { emailOfActor } from './entity-rows-store.ts';
import { loadSubjects, readSubject } from './audit-subject-store.ts';

/** Author of a change, as in the audit log: `operator:<id>`, `account:<id>`, `cli`, … */
export interface Author {
  actor: string;
  requestId?: string;
}

export interface AuditEntry {
  /** `product.updated`, `submission.approved`, … */
  action: string;
  /** By default the part of the action before the dot. */
  entity?: string;
  entityId?: string;
  /** The changed values before and after; for an update only the fields that differ. */
  before?: object | undefined;
  after?: object | undefined;
}

/**
 * Saves the audit row of a change in its transaction. It locks the chain until the commit: what reads much, or may wait for
 * another transaction, comes before it.
 */
export async function saveAuditEntry(db: Db | Tx, author: Author, entry: AuditEntry): Promise<void> {
  await saveAuditEntries(db, author, [entry]);
}

/** Saves an audit row for each of several changes. */
export async function saveAuditEntries(
  db: Db | Tx,
  author: Author,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const entityOf = ({ entity, action }: AuditEntry) => entity ?? action.replace(/\..*/, '');
  await db
    .insert(auditLog)
    .values(entries.map((entry) => ({ ...author, ...entry, entity: entityOf(entry) })));
}

/** Actions whose rows list in `after.erased_rows` the rows whose content they erased. */
export const ERASURES = {
  product: 'product.erased',
  contact: 'contact.erased',
  account: 'account.erased',
} as const;

interface AuditFilter {
  /** See `findMeantActors`. */
  actor?: string | undefined;
  /** See `findMeant`. */
  action?: string | undefined;
  entity?: string | undefined;
  entity_id?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

/** Returns a page of the entries that match the filter, newest first. */
export async function listAuditEntries(
  db: Db | Tx,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: AuditListEntry[]; total: number }> {
  const { actor, action, entity, entity_id: entityId, from, to } = filter;
  const wanted = and(
    actor === undefined ? undefined : inArray(auditLog.actor, await findMeantActors(db, actor)),
    action === undefined ? undefined : inArray(auditLog.action, await findMeant(db, 'action', action)),
    entity === undefined ? undefined : inArray(auditLog.entity, await findMeant(db, 'entity', entity)),
    entityId === undefined ? undefined : eq(auditLog.entityId, entityId),
    from && gte(auditLog.at, from),
    to && lt(auditLog.at, to),
  );
  const rows = await db
    .select({ entry: auditLog, email: emailOfActor })
    .from(auditLog)
    .where(wanted)
    .orderBy(desc(auditLog.seq))
    .limit(limit)
    .offset(offset);
  const [counted] = await db.select({ total: count() }).from(auditLog).where(wanted);
  const subjects = await loadSubjects(
    db,
    rows.map(({ entry }) => entry),
  );
  const items = rows.map(({ entry, email }) => ({
    seq: entry.seq,
    at: entry.at.toISOString(),
    actor: entry.actor,
    actor_email: email,
    action: entry.action,
    entity: entry.entity,
    entity_id: entry.entityId,
    subject:
      subjects.get(`${entry.entity} ${entry.entityId}`) ??
      readSubject(entry.before as AuditListEntry['before'], entry.after as AuditListEntry['after']),
    before: entry.before as Record<string, unknown> | null,
    after: entry.after as Record<string, unknown> | null,
    request_id: entry.requestId,
    erased: entry.erased,
  }));
  return { items, total: counted?.total ?? 0 };
}

/** A row with the input of its hash. */
export interface ChainRow {
  seq: number;
  prevHash: Buffer;
  hash: Buffer;
  /** Canonical text of the row, as `audit_entry_hash` of the trigger builds it. */
  content: string;
  /** Whether the content was erased. The hash still covers the original row. */
  isErased: boolean;
}

/** Returns the rows after `after`, oldest first. */
export async function listChainRows(db: Db | Tx, after: number, limit: number): Promise<ChainRow[]> {
  // Not by a function of the database: an attacker who rewrites rows could replace that too.
  const content = sql<string>`jsonb_build_object(
    'seq', seq, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actor', actor, 'action', action, 'entity', entity, 'entity_id', entity_id,
    'before', before, 'after', after, 'request_id', request_id)::text`;
  const { seq, prevHash, hash, erased: isErased } = auditLog;
  return await db
    .select({ seq, prevHash, hash, content, isErased })
    .from(auditLog)
    .where(sql`${seq} > ${after}`)
    .orderBy(seq)
    .limit(limit);
}

/** Returns those rows that a later row lists as erased. */
export async function listAnnouncedErasures(db: Db | Tx, seqs: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ seq: number }>(sql`
    select erased.seq::int as seq from unnest(${sql.param(seqs)}::bigint[]) as erased (seq)
    where exists (select from audit_log l
      where l.action = any(${sql.param(Object.values(ERASURES))}::text[]) and l.seq > erased.seq
      and l.after -> 'erased_rows' @> to_jsonb(erased.seq))`);
  return new Set(rows.map(({ seq }) => seq));
}

/** Returns the number and hash of one row, or of the last row. Undefined if there is no such row. */
export async function findChainHead(
  db: Db | Tx,
  seq?: number,
): Promise<{ seq: number; hash: Buffer } | undefined> {
  const [row] = await db
    .select({ seq: auditLog.seq, hash: auditLog.hash })
    .from(auditLog)
    .where(seq === undefined ? undefined : eq(auditLog.seq, seq))
    .orderBy(desc(auditLog.seq))
    .limit(1);
  return row;
}

const HOUR_MS = 3_600_000;

/**
 * Logs the last row's number and hash, now and every hour. With such a line kept elsewhere, `npm run audit -- verify
 * --head` detects that rows were cut off the end.
 */
export function logAuditHead({
  db,
  logger,
  everyMs = HOUR_MS,
}: {
  db: Db;
  logger: Logger;
  everyMs?: number;
}): RunningLoop {
  const work = async () => {
    const head = await findChainHead(db);
    if (head)
      logger.info({ audit_head: `${head.seq}:${head.hash.toString('hex')}` }, 'head of the audit log');
  };
  return startLoop({ name: 'reading the head of the audit log', everyMs, work, logger });
}
