import { sql } from 'drizzle-orm';
import { insertAccount } from '../../support/callers/test-limits.ts';
import type { AlertCause } from './alert-cause.ts';
import { createOperatorCaller } from '../load/operator-caller.ts';
import { rejectSender } from '../load/reject-sender.ts';

export const QUEUE_ALERT_CAUSE: AlertCause = {
  alert: 'FactshelfReviewQueueFull',
  cause: 'an account without caps leaves 81,000 submissions of back-flow',
  remedy: 'reject all of the sender',
  async bringAbout({ world }) {
    const accountId = await insertAccount(world.db);
    await world.db.execute(sql`
      insert into submissions (id, source, gtin14, content, content_hash, account_id)
      select gen_random_uuid(), 'backflow', '9' || lpad(n::text, 13, '0'), '{"name":"Flood"}', sha256(n::text::bytea),
        ${accountId} from generate_series(1, 81000) n`);
    return async () => {
      const operator = await createOperatorCaller(world, 'reviewer', () => world.api.origin);
      await rejectSender(operator, accountId);
    };
  },
};
