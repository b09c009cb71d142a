import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { submitFacts } from '../../support/review/test-submissions.ts';
import {
  createWebhookDecisions,
  DECISIONS,
  newGtin,
  type WebhookDecisions,
} from '../../support/webhooks/webhook-decisions.ts';
import {
  createWebhookDesk,
  type Holder,
  type SecretWebhook,
  type WebhookDesk,
} from '../../support/webhooks/webhook-desk.ts';
import { verify } from '../../support/webhooks/verify-delivery.ts';

const SECOND = 1_000;

let desk: WebhookDesk;
let admin: WebhookDecisions['admin'];
let submit: WebhookDecisions['submit'];
let reject: WebhookDecisions['reject'];
beforeAll(async () => {
  // So long that a receiver on a busy machine keeps to it, but for the one that never answers.
  desk = await createWebhookDesk({ patienceMs: 4_000 });
  ({ admin, submit, reject } = await createWebhookDecisions(desk));
});
afterEach(() => {
  desk.receiver.answerWith(undefined);
  desk.receiver.received.length = 0;
  desk.outcomes.length = 0;
  desk.resetClock();
});
afterAll(() => desk.close());

async function findState(holder: Holder, id: string): Promise<SecretWebhook> {
  return (await holder.send('get', `/webhooks/${id}`)).body as SecretWebhook;
}

describe('a decision', () => {
  test('is sent to the account that submitted it, with the reason or the product', async () => {
    const holder = await desk.newHolder();
    const other = await desk.newHolder();
    const webhook = await desk.newWebhook(holder, DECISIONS);
    await desk.newWebhook(other, DECISIONS, '/other');
    desk.receiver.received.length = 0;
    const rejected = await reject(holder, 'no picture');
    const approved = await submit(holder);
    const approval = await admin.post(`/submissions/${approved}/approve`, {});
    expect(approval.status, approval.text).toBe(200);
    await desk.deliver();
    expect(desk.receiver.received).toHaveLength(2);
    const told = desk.receiver.received.map((one) => verify(webhook.secret, one));
    expect(told).toContainEqual({
      type: 'submission.rejected',
      timestamp: expect.any(String),
      data: {
        id: rejected,
        status: 'rejected',
        reason: 'no picture',
        product_id: null,
        reviewed_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      },
    });
    expect(told).toContainEqual({
      type: 'submission.approved',
      timestamp: expect.any(String),
      data: expect.objectContaining({
        id: approved,
        status: 'approved',
        product_id: (approval.body as { product_id: string }).product_id,
      }),
    });
  });

  test.each(['approve', 'reject'])('to %s that is undone is sent as well', async (decision) => {
    const holder = await desk.newHolder();
    const webhook = await desk.newWebhook(holder, ['submission.reopened']);
    await desk.newWebhook(holder, ['submission.rejected'], '/other');
    const id = await submit(holder);
    await admin.post(`/submissions/${id}/${decision}`, decision === 'reject' ? { reason: 'no' } : {});
    desk.receiver.received.length = 0;
    const undone = await admin.post(`/submissions/${id}/undo`, {});
    expect(undone.status, undone.text).toBe(200);
    await desk.deliver();
    expect(desk.receiver.ofType('submission.reopened').map((one) => verify(webhook.secret, one))).toEqual([
      {
        type: 'submission.reopened',
        timestamp: expect.any(String),
        data: { id, status: 'pending', reason: null, product_id: null, reviewed_at: null },
      },
    ]);
  });

  test('that fails or is a dry run is not sent; one of a bulk decision is', async () => {
    const holder = await desk.newHolder();
    const webhook = await desk.newWebhook(holder, ['submission.rejected']);
    const ids = [await submit(holder), await submit(holder)];
    await admin.post('/submissions/bulk', { action: 'reject', ids, reason: 'no', dry_run: true });
    expect((await desk.listDeliveries(holder, webhook.id)).map(({ event }) => event)).toEqual([
      'webhook.challenge',
    ]);
    const stranger = await submitFacts(desk.api, { gtin: newGtin(9_000), name: 'Of nobody' });
    await admin.post('/submissions/bulk', { action: 'reject', ids: [...ids, stranger], reason: 'no' });
    const events = (await desk.listDeliveries(holder, webhook.id)).map(({ event }) => event);
    expect(events.toSorted()).toEqual(['submission.rejected', 'submission.rejected', 'webhook.challenge']);
    await desk.deliver();
    expect(desk.receiver.ofType('submission.rejected')).toHaveLength(2);
  });
});

describe('a delivery that fails', () => {
  test('is tried again by the schedule, under the same id and with the same body', async () => {
    const holder = await desk.newHolder();
    const webhook = await desk.newWebhook(holder, DECISIONS);
    await reject(holder);
    desk.receiver.answerWith(() => ({ status: 500 }));
    const waits: number[] = [];
    desk.stopClock();
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const before = desk.now().getTime();
      await desk.deliver();
      const [delivery] = await desk.listDeliveries(holder, webhook.id);
      expect(delivery).toMatchObject({ attempts: attempt, last_status: 500, last_failure: 'status' });
      if (!delivery?.next_attempt_at) break;
      const waitMs = Date.parse(delivery.next_attempt_at) - before;
      waits.push(Math.round(waitMs / SECOND));
      // A moment before it is due, nothing goes out.
      const sent = desk.receiver.received.length;
      desk.pass(waitMs - 2 * SECOND);
      await desk.deliver();
      expect(desk.receiver.received.length).toBe(sent);
      desk.pass(3 * SECOND);
    }
    const expected = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(waits).toHaveLength(expected.length);
    for (const [index, seconds] of expected.entries())
      expect(Math.abs((waits[index] ?? 0) - seconds)).toBeLessThanOrEqual(3);
    const attempts = desk.receiver.ofType('submission.rejected');
    expect(attempts).toHaveLength(10);
    expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
    expect(new Set(attempts.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    for (const one of attempts) verify(webhook.secret, one);
    const [delivery] = await desk.listDeliveries(holder, webhook.id);
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
    // Three days of failure are not five.
    expect((await findState(holder, webhook.id)).state).toBe('active');
    expect(desk.outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(1);

    desk.receiver.answerWith(undefined);
    const replayed = await holder.send('post', `/webhooks/${webhook.id}/deliveries/${delivery?.id}/replay`);
    expect(replayed.body).toMatchObject({ id: delivery?.id, status: 'pending', attempts: 0 });
    await desk.deliver();
    expect(desk.receiver.received.at(-1)?.headers['webhook-id']).toBe(delivery?.id);
    expect((await desk.listDeliveries(holder, webhook.id))[0]).toMatchObject({
      status: 'delivered',
      last_status: 204,
    });
    expect((await findState(holder, webhook.id)).failing_since).toBeNull();
  });

  test('because nobody answers in time is tried again', async () => {
    const holder = await desk.newHolder();
    const webhook = await desk.newWebhook(holder, DECISIONS);
    await reject(holder);
    desk.receiver.answerWith(() => 'never');
    await desk.deliver();
    expect((await desk.listDeliveries(holder, webhook.id))[0]).toMatchObject({
      status: 'pending',
      last_status: null,
      last_failure: 'timeout',
    });
    desk.receiver.answerWith(undefined);
    desk.pass(6 * SECOND);
    await desk.deliver();
    expect((await desk.listDeliveries(holder, webhook.id))[0]).toMatchObject({
      status: 'delivered',
      attempts: 2,
    });
  });

  test('is due again when the process that had taken it is gone', async () => {
    const holder = await desk.newHolder();
    const webhook = await desk.newWebhook(holder, DECISIONS);
    await reject(holder);
    // As a process leaves it that was killed after it had taken it.
    const lease = new Date(desk.now().getTime() + 60 * SECOND).toISOString();
    await desk.database.db.execute(
      sql`update webhook_deliveries set due_at = ${lease} where status = 'pending'`,
    );
    await desk.deliver();
    expect(desk.receiver.ofType('submission.rejected')).toEqual([]);
    desk.pass(61 * SECOND);
    await desk.deliver();
    expect(desk.receiver.ofType('submission.rejected')).toHaveLength(1);
    expect((await desk.listDeliveries(holder, webhook.id))[0]).toMatchObject({
      status: 'delivered',
      attempts: 1,
    });
  });
});

test('deliveries of 30 days ago are forgotten', async () => {
  const { forgetDeliveries } = await import('../../../src/publish/webhooks/delivery-store.ts');
  const { db } = desk.database;
  const holder = await desk.newHolder();
  const webhook = await desk.newWebhook(holder, DECISIONS);
  await reject(holder);
  await db.execute(sql`update webhook_deliveries set created_at = now() - interval '30 days 1 minute'
    where webhook_id = ${webhook.id} and event = 'webhook.challenge'`);
  expect(await forgetDeliveries(db)).toBe(false);
  expect((await desk.listDeliveries(holder, webhook.id)).map(({ event }) => event)).toEqual([
    'submission.rejected',
  ]);
});
