import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import type { TestDatabase } from '../database/test-database.ts';

/** Listens to the notifications for the indexer, until the database ends. */
export interface ChangeListener {
  /** How many committed transactions have sent a notification. */
  count(): Promise<number>;
}

export async function listenForChanges({ url }: Pick<TestDatabase, 'url'>): Promise<ChangeListener> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('listen products_changed; listen index_work; listen counted');
  let heard = 0;
  const counted = new EventEmitter();
  client.on('notification', ({ channel, payload }) => {
    if (channel === 'counted') counted.emit(String(payload), heard);
    else heard += 1;
  });
  return {
    async count() {
      // Notifications arrive in the order of their commits.
      const question = randomUUID();
      const answer = once(counted, question);
      await client.query("select pg_notify('counted', $1)", [question]);
      return (await answer)[0] as number;
    },
  };
}
