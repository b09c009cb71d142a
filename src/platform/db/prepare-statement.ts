import { sql, type SQL } from 'drizzle-orm';
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { Db, Tx } from './client.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

/** Runs the statement with values for its placeholders. */
type PreparedStatement<Row> = (db: Db | Tx, values: Record<string, unknown>) => Promise<Row[]>;

/**
 * Prepares a statement for hot paths. Its text is built once, when its module is loaded, and each connection prepares
 * it under `name`. Drizzle takes longer to build a query and map its rows than Postgres takes to run it. Rows are
 * therefore returned as the driver reads them, by column alias: `numeric`, `bigint` and `timestamptz` (see `toIso`)
 * are text.
 */
export function prepareStatement<Row>(name: string, query: SQL): PreparedStatement<Row> {
  const text = dialect.sqlToQuery(query);
  const prepare = (db: Db | Tx) =>
    db._.session.prepareQuery<PreparedQueryConfig & { execute: { rows: Row[] } }>(
      text,
      undefined,
      name,
      false,
    );
  const prepared = new WeakMap<Db | Tx, ReturnType<typeof prepare>>();
  return async (db, values) => {
    let statement = prepared.get(db);
    if (!statement) prepared.set(db, (statement = prepare(db)));
    const { rows } = await statement.execute(values);
    return rows;
  };
}

/**
 * Returns `any(…)` of a list of values. It hides the length of the list from the planner: otherwise Postgres plans the
 * statement again each time, which takes three times as long as the statement itself.
 */
export function anyOf(placeholder: string, type: 'text' | 'uuid' = 'uuid'): SQL {
  const list = sql.raw(`${type}[]`);
  return sql`any((select ${sql.placeholder(placeholder)}::${list})::${list})`;
}

/** Converts the text of a `timestamptz` to ISO 8601. */
export function toIso(moment: string): string {
  return new Date(moment).toISOString();
}
