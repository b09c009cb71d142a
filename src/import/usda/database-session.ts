import type pg from 'pg';

/** One connection, for what lasts as long as it: temporary tables. */
export interface DatabaseSession {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Closes the connection: it does not go back to the pool, and everything of the session is gone. */
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
