import { asc, ilike, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { accounts } from '../db/schema/accounts.ts';
import { operators } from '../db/schema/operators.ts';
import { containsPattern, escapeLike } from '../text/like-pattern.ts';
import type { AuditChoices } from './audit-contract.ts';

const MAX_ACTORS = 200;

/** What the log can be narrowed by. */
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

/** The values of a column with an index, and few of them: from one to the next, however many rows there are. */
async function listDistinct(db: Db | Tx, column: 'action' | 'entity'): Promise<string[]> {
  const name = sql.raw(column);
  const { rows } = await db.execute<{ value: string }>(sql`
    WITH RECURSIVE found AS (
      (SELECT ${name} AS value FROM audit_log ORDER BY ${name} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${name} FROM audit_log WHERE ${name} > found.value ORDER BY ${name} LIMIT 1) FROM found
      WHERE found.value IS NOT NULL
    )
    SELECT value FROM found WHERE value IS NOT NULL`);
  return rows.map(({ value }) => value);
}

/** The values of a column that are meant: exactly this one where there is such, else those that hold its words in turn. */
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

/** Actors that are meant: this one, or operators and accounts by their whole e-mail, or else by a part of it. */
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
