import { asc, ilike, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { accounts } from '../db/schema/accounts.ts';
import { operators } from '../db/schema/operators.ts';
import { containsPattern, escapeLike } from '../text/like-pattern.ts';
import type { AuditChoices } from './audit-contract.ts';

const MAX_ACTORS = 200;

/** Returns the values by which the log can be filtered. */
export async function listAuditChoices(db: Db | Tx): Promise<AuditChoices> {
  return {
    operators: await db
      .select({ actor: sql<string>`'operator:' || ${operators.id}`, email: operators.email })
      .from(operators)
      .orderBy(asc(operators.email))
      .limit(MAX_ACTORS),
    actions: await listDistinct(db, 'action'),
    entities: await listDistinct(db, 'entity'),
  };
}

/**
 * Returns the distinct values of an indexed column by jumping from one to the next, so the row count does not matter.
 */
async function listDistinct(db: Db | Tx, column: 'action' | 'entity'): Promise<string[]> {
  const name = sql.raw(column);
  const { rows } = await db.execute<{ value: string }>(sql`
    with recursive found as (
      (select ${name} as value from audit_log order by ${name} limit 1)
      union all
      select (select ${name} from audit_log where ${name} > found.value order by ${name} limit 1) from found
      where found.value is not null
    )
    select value from found where value is not null`);
  return rows.map(({ value }) => value);
}

/**
 * Returns the values that a filter text means: the exact value if it exists, else all that contain its words in
 * order.
 */
export async function findMeant(db: Db | Tx, column: 'action' | 'entity', text: string): Promise<string[]> {
  const values = await listDistinct(db, column);
  if (values.includes(text)) return [text];
  const words = text
    .toLowerCase()
    .split(/[\s._]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  return values.filter((value) => {
    const lower = value.toLowerCase();
    let from = 0;
    return words.every((word) => {
      const at = lower.indexOf(word, from);
      from = at + word.length;
      return at >= 0;
    });
  });
}

/**
 * Returns the actors that a filter text means: the text itself, and accounts or operators by e-mail, whole before
 * partial.
 */
export async function findMeantActors(db: Db | Tx, text: string): Promise<string[]> {
  if (text.trim() === '') return [];
  const byEmail = async (part: string) => {
    const find = (table: typeof operators | typeof accounts, kind: string) =>
      db
        .select({ actor: sql<string>`${kind}::text || ':' || ${table.id}` })
        .from(table)
        .where(ilike(table.email, part))
        .limit(MAX_ACTORS);
    const found = [...(await find(operators, 'operator')), ...(await find(accounts, 'account'))];
    return found.map(({ actor }) => actor);
  };
  const whole = await byEmail(escapeLike(text));
  return [text, ...(whole.length > 0 ? whole : await byEmail(containsPattern(text)))];
}
