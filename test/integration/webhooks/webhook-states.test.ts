import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectError } from '../../support/test-api.ts';
import { listAudit } from '../../support/review/test-submissions.ts';
import {
  createWebhookDecisions,
  DECISIONS,
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
const HOUR = 3_600_000;

let desk: WebhookDesk;
let reject: WebhookDecisions['reject'];
beforeAll(async () => {
  desk = await createWebhookDesk();
  ({ reject } = await createWebhookDecisions(desk));
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

  test('is asked again of another address; what the one before answers meanwhile is nothing', async () => {
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

describe('an address that never answers the challenge', () => {
  const create = async (holder: Holder, path: string) => {
    desk.receiver.answerWith(() => ({ status: 404 }));
    return await desk.newWebhook(holder, DECISIONS, path);
  };

  test('gets it ten times in all, however often it is replayed', async () => {
    const holder = await desk.newHolder();
    const { id } = await create(holder, '/replayed');
    const [challenge] = await desk.listDeliveries(holder, id);
    const statuses: number[] = [];
    for (let replay = 0; replay < 14; replay += 1) {
      const { status } = await holder.send('post', `/webhooks/${id}/deliveries/${challenge?.id}/replay`);
      statuses.push(status);
      await desk.deliver();
    }
    expect(statuses).toEqual([...Array<number>(9).fill(200), ...Array<number>(5).fill(409)]);
    expect(desk.receiver.ofType('webhook.challenge')).toHaveLength(10);
    expect((await desk.listDeliveries(holder, id))[0]).toMatchObject({ status: 'failed', attempts: 10 });
  });

  test('gets ten different ones in a day, however often the webhook is switched on or moved', async () => {
    const holder = await desk.newHolder();
    const { id, url } = await create(holder, '/switched');
    const change = async (body: object) => (await holder.send('patch', `/webhooks/${id}`, body)).status;
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      await change({ active: false });
      statuses.push(await change({ active: true }), await change({ url: `${url}/${round}` }));
      await desk.deliver();
    }
    // Of a webhook that is off, the address changes without a challenge.
    expect(statuses).toEqual([...Array<number>(9).fill(200), 409, 409, 200]);
    expect(await desk.listDeliveries(holder, id)).toHaveLength(10);
    desk.receiver.answerWith(undefined);
    await desk.database.db.execute(
      sql`update webhook_deliveries set created_at = created_at - interval '25 hours' where webhook_id = ${id}`,
    );
    expect(await change({ active: true })).toBe(200);
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
