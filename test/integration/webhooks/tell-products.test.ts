import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStamper } from '../../../indexer/changes/stamp-changes.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createWebhookDesk, type WebhookDesk } from '../../support/webhooks/webhook-desk.ts';
import { verify } from '../../support/webhooks/verify-delivery.ts';

const SECOND = 1_000;

let desk: WebhookDesk;
beforeAll(async () => {
  desk = await createWebhookDesk();
});
afterAll(() => desk.close());

describe('changed products', () => {
  test('are sent as steps of the change feed, one a second, without a gap', async () => {
    const { db, url } = desk.database;
    const stamper = startStamper({
      db,
      databaseUrl: url,
      sweepMs: 100,
      logger: createLogger('test', 'silent'),
    });
    try {
      const isStamped = () =>
        waitFor('positions for all', async () => {
          const { rows } = await db.execute<{ isDone: boolean }>(sql`
            select not exists (select from product_change_marks) as "isDone"`);
          return rows[0]?.isDone;
        });
      await isStamped();
      const holder = await desk.newHolder();
      const webhook = await desk.newWebhook(holder, ['products.changed']);
      desk.stopClock();
      const ids = [await insertProduct(db), await insertProduct(db)];
      await isStamped();
      await desk.deliver();
      const third = await insertProduct(db);
      await isStamped();
      await desk.deliver();
      expect(desk.receiver.ofType('products.changed')).toHaveLength(1);
      desk.pass(SECOND);
      await desk.deliver();
      await desk.deliver();
      const [first, second, ...none] = desk.receiver.ofType('products.changed');
      expect(none).toEqual([]);
      verify(webhook.secret, first!);
      expect(first?.event.data).toMatchObject({ count: 2 });
      expect(new Set(first?.event.data['products'] as string[])).toEqual(new Set(ids));
      expect(second?.event.data).toMatchObject({
        from: first?.event.data['to'],
        count: 1,
        products: [third],
      });
      // The cursors are the feed's own.
      const page = await desk.api.get(`/changes?since=${String(first?.event.data['from'])}`);
      expect((page.body as { items: { id: string }[]; next: string }).items.map(({ id }) => id)).toContain(
        third,
      );
      expect((page.body as { next: string }).next).toBe(second?.event.data['to']);

      for (let i = 0; i < 101; i += 1) await insertProduct(db);
      await isStamped();
      desk.pass(SECOND);
      await desk.deliver();
      const many = desk.receiver.ofType('products.changed').at(-1);
      expect(many?.event.data).toMatchObject({ from: second?.event.data['to'], count: 101 });
      expect(many?.event.data['products']).toHaveLength(100);

      // Of who fails, a delivery for every second would be kept for five days.
      desk.receiver.answerWith(() => ({ status: 500 }));
      for (let i = 0; i < 3; i += 1) {
        await insertProduct(db);
        await isStamped();
        desk.pass(2 * SECOND);
        await desk.deliver();
      }
      const pending = (await desk.listDeliveries(holder, webhook.id)).filter(
        ({ status }) => status === 'pending',
      );
      expect(pending).toHaveLength(1);
      desk.receiver.answerWith(undefined);
      desk.pass(601 * SECOND);
      await desk.deliver();
      const told = desk.receiver.ofType('products.changed');
      const steps = [
        ...new Map(told.map(({ headers, event }) => [headers['webhook-id'], event.data])).values(),
      ];
      const byCursor = new Map(steps.map((step) => [step['from'], step['to']]));
      let cursor = first?.event.data['from'];
      while (byCursor.has(cursor)) cursor = byCursor.get(cursor);
      const now = await desk.api.get('/changes?since=now');
      expect(cursor).toBe((now.body as { next: string }).next);
    } finally {
      await stamper.close();
    }
  });
});
