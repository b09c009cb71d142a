import type { Db, Tx } from './client.ts';

/**
 * A statement that is built once for each database handle. Building a query takes drizzle longer than running it takes
 * Postgres, so what is read at every request is built with placeholders, named by `prepare`, and kept.
 */
export function buildOnce<Statement>(build: (db: Db | Tx) => Statement): (db: Db | Tx) => Statement {
  const built = new WeakMap<Db | Tx, Statement>();
  return (db) => {
    const known = built.get(db);
    if (known) return known;
    const statement = build(db);
    built.set(db, statement);
    return statement;
  };
}
