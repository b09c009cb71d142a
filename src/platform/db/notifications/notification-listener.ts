import pg from 'pg';
import type { Logger } from 'pino';
import { describeDatabaseTrouble, isConnectionRefused } from '../database-error.ts';

const RETRY_MS = 1_000;
/** Limits how long a silently broken connection stays unnoticed. */
const PROBE_MS = 15_000;
const PROBE_TIMEOUT_MS = 3_000;

/** A listener for a channel of Postgres notifications (`pg_notify`). */
export interface Subscription {
  channel: string;
  onChange: (payload: string) => void;
  /** Called when the connection is lost or new, because notifications may have been missed. */
  onGap: () => void;
}

interface NotificationListenerOptions {
  databaseUrl: string;
  subscriptions: readonly Subscription[];
  logger: Logger;
  /** Says that the database is away, for a process whose loops do not (see `startLoop`). */
  saysOutage?: boolean;
}

/**
 * Listens for all channels of the process on one connection. Notifications only speed things up: callers must work
 * without them, because the connection may be lost for a while. Does not work through a transaction pooler.
 */
export function listenForNotifications(options: NotificationListenerOptions): { close(): Promise<void> } {
  const { databaseUrl, subscriptions, logger, saysOutage = false } = options;
  const channels = [...new Set(subscriptions.map(({ channel }) => channel))];
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isAway = false;
  const reportGap = () => {
    for (const { onGap } of subscriptions) onGap();
  };

  const reportOutage = (error: unknown) => {
    const says = isConnectionRefused(error) ? describeDatabaseTrouble(error) : undefined;
    if (!saysOutage || isAway || says === undefined) return;
    isAway = true;
    logger.warn(`${says} Until it is back, answers that need it are errors.`);
  };
  const reportBack = () => {
    if (isAway) logger.info('The database is back.');
    isAway = false;
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
    // `end` also follows an error, and is emitted only once.
    connection.once('end', () => {
      clearTimeout(timer);
      reportGap();
      if (!isClosed) timer = setTimeout(() => void connect(), RETRY_MS).unref();
    });
    connection.on('error', (error) => logger.debug({ err: error }, 'not listening for changes'));
    connection.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of subscriptions)
        if (subscription.channel === channel) subscription.onChange(payload);
    });
    const probe = async (): Promise<void> => {
      try {
        await connection.query('select 1');
        if (!isClosed) timer = setTimeout(() => void probe(), PROBE_MS).unref();
      } catch {
        await connection.end().catch(() => undefined);
      }
    };
    try {
      await connection.connect();
      for (const channel of channels) await connection.query(`LISTEN ${channel}`);
      reportBack();
      reportGap();
      timer = setTimeout(() => void probe(), PROBE_MS).unref();
    } catch (error) {
      logger.debug({ err: error }, 'cannot listen for changes yet');
      reportOutage(error);
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
