import pg from 'pg';
import type { Logger } from 'pino';
import { KEY_CHANGES } from './key-store.ts';

const RETRY_MS = 1_000;

export interface KeyChangesOptions {
  databaseUrl: string;
  /** Called for every change, and when the connection is lost or new, as changes may have been missed. */
  onChange: () => void;
  logger: Logger;
}

/**
 * Listens, on a connection of its own, for keys that other processes change. It only makes a change felt sooner: the
 * key check forgets by itself within a second, so this may lose its connection and find it again in its own time.
 */
export function listenForKeyChanges(options: KeyChangesOptions): { close(): Promise<void> } {
  const { databaseUrl, onChange, logger } = options;
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const connection = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'factshelf-key-changes',
      connectionTimeoutMillis: RETRY_MS,
      keepAlive: true,
    });
    client = connection;
    // Comes after an error too, and once only.
    connection.once('end', () => {
      onChange();
      if (!isClosed) timer = setTimeout(() => void connect(), RETRY_MS).unref();
    });
    connection.on('error', (error) => logger.debug({ err: error }, 'not listening for key changes'));
    connection.on('notification', onChange);
    try {
      await connection.connect();
      await connection.query(`LISTEN ${KEY_CHANGES}`);
      onChange();
    } catch (error) {
      logger.debug({ err: error }, 'cannot listen for key changes yet');
      await connection.end().catch(() => undefined);
    }
  };
  const connecting = connect();

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}
