import pg from 'pg';
import type { Logger } from 'pino';

const RETRY_MS = 1_000;
/** A connection that is cut without a word is noticed this soon. */
const PROBE_MS = 15_000;
const PROBE_TIMEOUT_MS = 3_000;

/** Somebody who wants to know what Postgres says at commits (`pg_notify`). */
export interface Hearer {
  channel: string;
  onChange: (payload: string) => void;
  /** The connection is lost or new: something may have been missed. */
  onGap: () => void;
}

interface NotificationListenerOptions {
  databaseUrl: string;
  hearers: readonly Hearer[];
  logger: Logger;
}

/**
 * Listens for all of a process, on one connection. It only makes a change felt sooner: nobody may depend on it, so it
 * may lose its connection and find it again in its own time. A pooler that shares sessions must not stand between.
 */
export function listenForNotifications(options: NotificationListenerOptions): { close(): Promise<void> } {
  const { databaseUrl, hearers, logger } = options;
  const channels = [...new Set(hearers.map(({ channel }) => channel))];
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const tellGap = () => {
    for (const { onGap } of hearers) onGap();
  };

  const connect = async (): Promise<void> => {
    const connection = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'factshelf-listener',
      connectionTimeoutMillis: RETRY_MS,
      query_timeout: PROBE_TIMEOUT_MS,
      keepAlive: true,
    });
    client = connection;
    // Comes after an error too, and once only.
    connection.once('end', () => {
      clearTimeout(timer);
      tellGap();
      if (!isClosed) timer = setTimeout(() => void connect(), RETRY_MS).unref();
    });
    connection.on('error', (error) => logger.debug({ err: error }, 'not listening for changes'));
    connection.on('notification', ({ channel, payload = '' }) => {
      for (const hearer of hearers) if (hearer.channel === channel) hearer.onChange(payload);
    });
    const probe = async (): Promise<void> => {
      try {
        await connection.query('SELECT 1');
        if (!isClosed) timer = setTimeout(() => void probe(), PROBE_MS).unref();
      } catch {
        await connection.end().catch(() => undefined);
      }
    };
    try {
      await connection.connect();
      for (const channel of channels) await connection.query(`LISTEN ${channel}`);
      tellGap();
      timer = setTimeout(() => void probe(), PROBE_MS).unref();
    } catch (error) {
      logger.debug({ err: error }, 'cannot listen for changes yet');
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
