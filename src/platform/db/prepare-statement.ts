import type { SQL } from 'drizzle-orm';
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { Db, Tx } from './client.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

/** Runs the statement with the values of its placeholders. */
type PreparedStatement<Row> = (db: Db | Tx, values: Record<string, unknown>) => Promise<Row[]>;

/**
 * A statement for what is asked at every request: its text is written once, when its module is loaded, and each
 * connection prepares it under `name`. Building a query and mapping its rows takes drizzle longer than both take
 * Postgres, so the rows come as the driver reads them, by column alias: a `numeric` or `bigint` is text, and so is a moment
 * (see `toIso`).
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

/** A moment as the wire has it, from the text of a `timestamptz`. */
export function toIso(moment: string): string {
  return new Date(moment).toISOString();
}
