import { and, asc, count, eq, ne, sql, type SQLWrapper } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../../platform/db/client.ts';
import { reviewRules } from '../../platform/db/schema/review-rules.ts';
import { decisionRecords, reviewRuleMarks, submissions } from '../../platform/db/schema/submissions.ts';
import { knowsConditions, type ReviewRule, type RuleConditions, type RuleRecord } from './rule-contract.ts';

type Row = typeof reviewRules.$inferSelect;
export type StoredRule = Omit<Row, 'conditions' | 'record'> & {
  conditions: RuleConditions;
  record: RuleRecord | null;
};

const asStored = (row: Row) => row as StoredRule;

export async function readRules(db: Db | Tx): Promise<StoredRule[]> {
  return (await db.select().from(reviewRules).orderBy(asc(reviewRules.name))).map(asStored);
}

const emailOf = (column: 'made_by' | 'switched_on_by') =>
  sql<string | null>`(select email from operators where operators.id = review_rules.${sql.raw(column)})`;

/** Counts a rule's decisions of the last hour. */
const countDecided = (ruleId: SQLWrapper) => sql<number>`(select count(*)::int from decision_records
  where decision_records.rule_id = ${ruleId} and decision_records.decided_at > now() - interval '1 hour')`;

/** Returns rules by name as operators see them, or only the one with `id`. */
export async function listRules(db: Db | Tx, id?: string): Promise<ReviewRule[]> {
  const rows = await db
    .select({
      row: reviewRules,
      madeBy: emailOf('made_by'),
      switchedOnBy: emailOf('switched_on_by'),
      accountEmail: sql<string | null>`(select email from accounts
        where accounts.id = (review_rules.conditions->>'account_id')::uuid)`,
      decided: countDecided(sql`review_rules.id`),
    })
    .from(reviewRules)
    .where(id === undefined ? undefined : eq(reviewRules.id, id))
    .orderBy(asc(reviewRules.name));
  return rows.map(({ row, madeBy, switchedOnBy, accountEmail, decided }) => {
    const rule = asStored(row);
    return {
      id: rule.id,
      name: rule.name,
      conditions: rule.conditions,
      has_unknown_condition: !knowsConditions(rule),
      account_email: accountEmail,
      suggestion: rule.suggestion,
      reason: rule.reason,
      is_automatic: rule.isAutomatic,
      switched_on_by: rule.isAutomatic ? switchedOnBy : null,
      hourly_cap: rule.hourlyCap,
      decided_last_hour: decided,
      record: rule.record,
      made_by: madeBy,
      version: rule.version,
      created_at: rule.createdAt.toISOString(),
      updated_at: rule.updatedAt.toISOString(),
    };
  });
}

export async function findRule(db: Db | Tx, id: string): Promise<StoredRule | undefined> {
  const [row] = await db.select().from(reviewRules).where(eq(reviewRules.id, id));
  return row && asStored(row);
}

/** Locks the rule's row. Lock it before the audit log, as automatic decisions do. */
export async function lockRule(tx: Tx, id: string): Promise<StoredRule | undefined> {
  const [row] = await tx.select().from(reviewRules).where(eq(reviewRules.id, id)).for('no key update');
  return row && asStored(row);
}

/** Counts rules. Concurrent transactions that count wait, so that the limit is exact. */
export async function countRules(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('factshelf.review_rules'))`);
  const [row] = await tx.select({ rules: count() }).from(reviewRules);
  return row?.rules ?? 0;
}

export async function isNameTaken(tx: Tx, id: string, name: string): Promise<boolean> {
  const rows = await tx
    .select({ id: reviewRules.id })
    .from(reviewRules)
    .where(and(eq(reviewRules.name, name), ne(reviewRules.id, id)));
  return rows.length > 0;
}

export async function insertRule(tx: Tx, rule: typeof reviewRules.$inferInsert): Promise<void> {
  await tx.insert(reviewRules).values(rule);
}

type Words = Pick<StoredRule, 'name' | 'conditions' | 'suggestion' | 'reason'>;

/** Replaces a rule's content. Its row must be locked. */
export async function saveWords(tx: Tx, id: string, words: Words): Promise<void> {
  await update(tx, id, { ...words, record: null });
}

/** Makes the rule automatic in the name of an admin, or suggesting (null). Its row must be locked. */
export async function saveSwitch(
  tx: Tx,
  id: string,
  switchedOnBy: string | null,
  hourlyCap?: number,
): Promise<void> {
  const isAutomatic = switchedOnBy !== null;
  const switchedOnAt = isAutomatic ? sql`now()` : null;
  await update(tx, id, { isAutomatic, switchedOnBy, switchedOnAt, ...(hourlyCap ? { hourlyCap } : {}) });
}

async function update(tx: Tx, id: string, change: PgUpdateSetSource<typeof reviewRules>): Promise<void> {
  await tx
    .update(reviewRules)
    .set({ ...change, version: sql`${reviewRules.version} + 1`, updatedAt: sql`now()` })
    .where(eq(reviewRules.id, id));
}

export async function deleteRule(tx: Tx, id: string): Promise<void> {
  await tx.delete(reviewRules).where(eq(reviewRules.id, id));
}

/** Saves the record of a rule, unless the rule changed since it was judged. */
export async function saveRecord(
  db: Db,
  { id, version }: Pick<StoredRule, 'id' | 'version'>,
  record: RuleRecord,
): Promise<void> {
  await db
    .update(reviewRules)
    .set({ record })
    .where(and(eq(reviewRules.id, id), eq(reviewRules.version, version)));
}

/** Counts a rule's decisions of the last hour. */
export async function countWithinHour(tx: Tx, id: string): Promise<number> {
  const { rows } = await tx.execute<{ decided: number }>(
    sql`select ${countDecided(sql`${id}::uuid`)} as decided`,
  );
  return rows[0]?.decided ?? 0;
}

/** Counts the rule's newest decisions since it was switched on, and how many of them were taken back. */
export async function countUndone(
  tx: Tx,
  { id, switchedOnAt }: Pick<StoredRule, 'id' | 'switchedOnAt'>,
  newest: number,
): Promise<{ decisions: number; undone: number }> {
  const latest = tx
    .select({ undoneAt: decisionRecords.undoneAt })
    .from(decisionRecords)
    .where(
      and(
        eq(decisionRecords.ruleId, id),
        switchedOnAt === null ? undefined : sql`${decisionRecords.decidedAt} >= ${switchedOnAt}`,
      ),
    )
    .orderBy(sql`${decisionRecords.id} desc`)
    .limit(newest)
    .as('latest');
  const [row] = await tx.select({ decisions: count(), undone: count(latest.undoneAt) }).from(latest);
  return row ?? { decisions: 0, undone: 0 };
}

/** Returns the oldest submissions not yet seen by rules. Public ones are included after `waitSeconds`. */
export async function listMarks(db: Db, limit: number, waitSeconds: number): Promise<string[]> {
  const rows = await db
    .select({ id: reviewRuleMarks.submissionId })
    .from(reviewRuleMarks)
    .innerJoin(submissions, eq(submissions.id, reviewRuleMarks.submissionId))
    .where(
      sql`${submissions.source} <> 'public' or ${submissions.createdAt} <= now() - make_interval(secs => ${waitSeconds})`,
    )
    .orderBy(asc(reviewRuleMarks.submissionId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function deleteMark(db: Db | Tx, submissionId: string): Promise<void> {
  await db.delete(reviewRuleMarks).where(eq(reviewRuleMarks.submissionId, submissionId));
}
