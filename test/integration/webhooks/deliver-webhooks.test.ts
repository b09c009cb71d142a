import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startStamper } from '../../../indexer/changes/stamp-changes.ts';
import { createLogger } from '../../../src/logger.ts';
import { insertProduct } from '../../support/catalogue.ts';
import { createAdminCaller, type AdminCaller } from '../../support/test-admin.ts';
import { expectError } from '../../support/test-api.ts';
import { signInTestOperator } from '../../support/test-operator.ts';
import { listAudit, offerFacts, sendItem } from '../../support/test-submissions.ts';
import { waitFor } from '../../support/wait-for.ts';
import {
  createWebhookDesk,
  type Holder,
  type SecretWebhook,
  type WebhookDesk,
} from '../../support/webhooks/webhook-desk.ts';
import { verify } from '../../support/webhooks/verify-delivery.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;
const DECISIONS = ['submission.approved', 'submission.rejected'];
/** Of a product that the catalogue does not have, another one each time. */
function newGtin(count: number): string {
  const digits = `40063813${String(count).padStart(4, '0')}`;
  const sum = Array.from(digits).reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

let desk: WebhookDesk;
let admin: AdminCaller;
let offered = 0;
beforeAll(async () => {
  desk = await createWebhookDesk({ patienceMs: 400 });
  admin = createAdminCaller(desk.api, (await signInTestOperator(desk.database.db, 'admin')).headers);
});
afterEach(() => {
  desk.receiver.answerWith(undefined);
  desk.receiver.received.length = 0;
  desk.outcomes.length = 0;
  desk.resetClock();
});
afterAll(() => desk.close());

const offer = async ({ apiKey }: Holder) =>
  await sendItem(desk.api, apiKey, { gtin: newGtin((offered += 1)), name: `Offer ${offered}` });

async function reject(holder: Holder, reason = 'not a product'): Promise<string> {
  const id = await offer(holder);
  const answer = await admin.post(`/submissions/${id}/reject`, { reason });
  expect(answer.status, answer.text).toBe(200);
  return id;
}

async function findState(holder: Holder, id: string): Promise<SecretWebhook> {
  return (await holder.send('get', `/webhooks/${id}`)).body as SecretWebhook;
}

describe('the challenge', () => {
  test('is signed, and nothing else is delivered before it is answered', async () => {
    const holder = await desk.newHolder();
    desk.receiver.answerWith(() => ({ status: 200, body: 'hello' }));
    const webhook = await desk.newWebhook(holder, DECISIONS);
    expect((await findState(holder, webhook.id)).state).toBe('unverified');
    expect(await desk.listDeliveries(holder, webhook.id)).toMatchObject([
      { event: 'webhook.challenge', status: 'pending', last_status: 200, last_failure: 'challenge' },
    ]);
    await reject(holder);
    desk.receiver.answerWith(undefined);
    desk.pass(6 * SECOND);
    await desk.deliver();
    expect((await findState(holder, webhook.id)).state).toBe('active');
    const challenges = desk.receiver.ofType('webhook.challenge');
    expect(desk.receiver.received).toHaveLength(2);
    for (const one of challenges) expect(verify(webhook.secret, one)).toEqual(one.event);
    expect(new Set(challenges.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('is asked anew of another address; what the one before answers meanwhile is nothing', async () => {
    const holder = await desk.newHolder();
    const webhook = await desk.newWebhook(holder, DECISIONS);
    const url = `https://hooks.test:${desk.receiver.port}/moved`;
    const changed = await holder.send('patch', `/webhooks/${webhook.id}`, { url });
    expect(changed.body).toMatchObject({ url, state: 'unverified' });
    await reject(holder);
    await desk.deliver();
    expect(desk.receiver.received.map(({ path, event }) => [path, event.type])).toEqual([
      ['/hook', 'webhook.challenge'],
      ['/moved', 'webhook.challenge'],
    ]);
    expect((await findState(holder, webhook.id)).state).toBe('active');
  });

  test('of an address that was given up while it was under way does not verify the other one', async () => {
    const holder = await desk.newHolder();
    const first = `https://hooks.test:${desk.receiver.port}/first`;
    const second = first.replace('first', 'second');
    const created = await holder.send('post', '/webhooks', { url: first, events: DECISIONS });
    const { id } = created.body as SecretWebhook;
    // Its answer waits until the address is another one.
    desk.receiver.holdUntil(async () => {
      await holder.send('patch', `/webhooks/${id}`, { url: second });
    });
    await desk.deliver();
    expect(desk.receiver.received.map(({ path }) => path)).toEqual(['/first']);
    expect(await findState(holder, id)).toMatchObject({ url: second, state: 'unverified' });
    await desk.deliver();
    expect(await findState(holder, id)).toMatchObject({ url: second, state: 'active' });
  });
});

describe('a decision', () => {
  test('is told to the account that offered, with the reason or the product', async () => {
    const holder = await desk.newHolder();
    const other = await desk.newHolder();
    const webhook = await desk.newWebhook(holder, DECISIONS);
    await desk.newWebhook(other, DECISIONS, '/other');
    desk.receiver.received.length = 0;
    const rejected = await reject(holder, 'no picture');
    const approved = await offer(holder);
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

  test('that fails or is a rehearsal is told to nobody; one of many at once is', async () => {
    const holder = await desk.newHolder();
    const webhook = await desk.newWebhook(holder, ['submission.rejected']);
    const ids = [await offer(holder), await offer(holder)];
    await admin.post('/submissions/bulk', { action: 'reject', ids, reason: 'no', dry_run: true });
    expect((await desk.listDeliveries(holder, webhook.id)).map(({ event }) => event)).toEqual([
      'webhook.challenge',
    ]);
    const stranger = await offerFacts(desk.api, { gtin: newGtin(9_000), name: 'Of nobody' });
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

describe('a webhook is switched off', () => {
  test('at 410, with a note in its state and to its owner', async () => {
    const holder = await desk.newHolder();
    const webhook = await desk.newWebhook(holder, DECISIONS);
    await reject(holder);
    desk.receiver.answerWith(() => ({ status: 410 }));
    await desk.deliver();
    expect(await findState(holder, webhook.id)).toMatchObject({ state: 'off', off_reason: 'gone' });
    expect(desk.mails.at(-1)).toMatchObject({ email: holder.email, url: webhook.url, reason: 'gone' });
    expect((await listAudit(desk.database.db, webhook.id)).at(-1)).toMatchObject({
      action: 'webhook.switched_off',
      actor: 'system:webhooks',
    });
    await reject(holder);
    desk.pass(48 * HOUR);
    await desk.deliver();
    expect(desk.receiver.ofType('submission.rejected')).toHaveLength(1);
    const [last] = await desk.listDeliveries(holder, webhook.id);
    expectError(
      await holder.send('post', `/webhooks/${webhook.id}/deliveries/${last?.id}/replay`),
      409,
      'invalid_state',
    );
    desk.receiver.answerWith(undefined);
    expect((await holder.send('patch', `/webhooks/${webhook.id}`, { active: true })).status).toBe(200);
    await desk.deliver();
    expect((await findState(holder, webhook.id)).state).toBe('active');
  });

  test('after five days in which it took nothing, not before', async () => {
    const holder = await desk.newHolder();
    const webhook = await desk.newWebhook(holder, DECISIONS);
    desk.receiver.answerWith(() => ({ status: 503 }));
    const failAnew = async () => {
      await reject(holder);
      await desk.deliver();
      return (await findState(holder, webhook.id)).state;
    };
    expect(await failAnew()).toBe('active');
    desk.pass(119 * HOUR);
    expect(await failAnew()).toBe('active');
    desk.pass(2 * HOUR);
    expect(await failAnew()).toBe('off');
    expect(await findState(holder, webhook.id)).toMatchObject({ off_reason: 'failing' });
    expect(desk.mails.at(-1)).toMatchObject({ reason: 'failing' });
  });
});

test('a new secret signs beside the one before for a day, and alone after it', async () => {
  const holder = await desk.newHolder();
  const webhook = await desk.newWebhook(holder, DECISIONS);
  const rotated = (await holder.send('post', `/webhooks/${webhook.id}/secret`)).body as SecretWebhook;
  expect(rotated.secret).not.toBe(webhook.secret);
  await reject(holder);
  await desk.deliver();
  const both = desk.receiver.received.at(-1)!;
  expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  expect(verify(webhook.secret, both)).toEqual(verify(rotated.secret, both));
  desk.pass(24 * HOUR);
  await reject(holder);
  await desk.deliver();
  const alone = desk.receiver.received.at(-1)!;
  expect(alone.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  verify(rotated.secret, alone);
  expect(() => verify(webhook.secret, alone)).toThrow('No matching signature');
});

describe('changed products', () => {
  test('are told as steps of the change feed, one for a second, without a gap', async () => {
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
            select not exists (select from product_change_marks) and not exists (
              select from change_feed where filled_to is not null) as "isDone"`);
          return rows[0]?.isDone;
        });
      await isStamped();
      const holder = await desk.newHolder();
      const webhook = await desk.newWebhook(holder, ['products.changed']);
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

test('deliveries of 30 days ago are forgotten', async () => {
  const { forgetDeliveries } = await import('../../../src/webhooks/delivery-store.ts');
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
