import type pg from 'pg';

/** A single database connection, for temporary tables. */
export interface DatabaseSession {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Closes the connection instead of returning it to the pool, which drops everything of the session. */
  end(): void;
}

export async function openDatabaseSession(pool: pg.Pool): Promise<DatabaseSession> {
  const client = await pool.connect();
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows,
    end: () => client.release(true),
  };
}
