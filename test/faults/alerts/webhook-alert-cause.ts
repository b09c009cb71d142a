import { sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import type { AlertCause } from './alert-cause.ts';

/** A delivery that nobody makes. */
export const WEBHOOK_ALERT_CAUSE: AlertCause = {
  alert: 'FactshelfWebhooksBehind',
  cause: 'kill -9 of the indexer while a delivery to a webhook waits',
  remedy: 'start it',
  async bringAbout({ world, proxy }) {
    const { port } = world.indexer;
    await world.indexer.kill('SIGKILL');
    const [accountId, webhookId] = [uuidV7(), uuidV7()];
    await world.db.execute(sql`insert into accounts (id, email, password_hash) values
      (${accountId}, ${`${accountId}@example.org`}, 'none')`);
    // An address of documentation: the attempt ends at the guard.
    await world.db.execute(sql`insert into webhooks (id, account_id, url, host, events, secret, state) values
      (${webhookId}, ${accountId}, 'https://192.0.2.1/', '192.0.2.1', '{submission.approved}', '\\x00', 'active')`);
    await world.db.execute(sql`insert into webhook_deliveries (webhook_id, event, data) values
      (${webhookId}, 'submission.approved', '{}')`);
    return () => world.replaceIndexer({ INDEXER_PORT: String(port), MEILI_URL: proxy.url });
  },
};
