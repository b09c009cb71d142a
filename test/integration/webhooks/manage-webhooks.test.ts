import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_FIGURES } from '../../../src/access/limits/limits.ts';
import { createCounter, take } from '../../../src/access/limits/counter.ts';
import { setBlocked } from '../../../src/access/accounts/operate-accounts.ts';
import { listAudit } from '../../support/review/test-submissions.ts';
import { createTestAccounts } from '../../support/callers/test-accounts.ts';
import { createTestApi, expectError } from '../../support/test-api.ts';
import { createAdminCaller, expectAdminError } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import {
  createWebhookDesk,
  LOOPBACK,
  type SecretWebhook,
  type WebhookDesk,
} from '../../support/webhooks/webhook-desk.ts';

let desk: WebhookDesk;
beforeAll(async () => {
  desk = await createWebhookDesk();
});
afterAll(() => desk.close());

const NEW = { url: 'https://shop.example.org/hook', events: ['products.changed'] };

describe('a webhook', () => {
  test('shows its secret once, and begins unverified', async () => {
    const holder = await desk.newHolder();
    const created = await holder.send('post', '/webhooks', NEW);
    expect(created.status).toBe(201);
    const { id, secret } = created.body as SecretWebhook;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(created.headers['cache-control']).toBe('no-store');
    const read = await holder.send('get', `/webhooks/${id}`);
    expect(read.body).toMatchObject({ ...NEW, id, state: 'unverified', off_reason: null });
    expect(read.text + (await holder.send('get', '/webhooks')).text).not.toContain('whsec_');
    const audit = await listAudit(desk.database.db, id);
    expect(audit.map(({ action, actor }) => [action, actor.split(':')[0]])).toEqual([
      ['webhook.created', 'account'],
    ]);
    expect(JSON.stringify(audit)).not.toContain(secret);
  });

  test('of another account is 404 wherever it is named', async () => {
    const [owner, other] = [await desk.newHolder(), await desk.newHolder()];
    const { body } = await owner.send('post', '/webhooks', NEW);
    const { id } = body as SecretWebhook;
    const [delivery] = await desk.listDeliveries(owner, id);
    expectError(await other.send('get', `/webhooks/${id}`), 404, 'not_found');
    expectError(await other.send('patch', `/webhooks/${id}`, { active: false }), 404, 'not_found');
    expectError(await other.send('delete', `/webhooks/${id}`), 404, 'not_found');
    expectError(await other.send('post', `/webhooks/${id}/secret`), 404, 'not_found');
    expectError(await other.send('get', `/webhooks/${id}/deliveries`), 404, 'not_found');
    const replay = `/webhooks/${id}/deliveries/${delivery?.id}/replay`;
    expectError(await other.send('post', replay), 404, 'not_found');
    expect((await other.send('get', '/webhooks')).body).toEqual({ items: [] });
    expect((await owner.send('get', `/webhooks/${id}`)).status).toBe(200);
  });

  test('is one of five at most, also when many come at once', async () => {
    const holder = await desk.newHolder();
    const answers = await Promise.all(Array.from({ length: 8 }, () => holder.send('post', '/webhooks', NEW)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      '201',
      '201',
      '201',
      '201',
      '201',
      '409',
      '409',
      '409',
    ]);
    const refused = await holder.send('post', '/webhooks', NEW);
    expectError(refused, 409, 'invalid_state');
    const { items } = (await holder.send('get', '/webhooks')).body as { items: SecretWebhook[] };
    const [first] = items;
    expect((await holder.send('delete', `/webhooks/${first?.id}`)).body).toEqual({
      id: first?.id,
      deleted: true,
    });
    expect((await holder.send('post', '/webhooks', NEW)).status).toBe(201);
  });

  test.each([
    [{ ...NEW, url: 'http://shop.example.org/' }, 'validation_failed'],
    [{ ...NEW, url: 'https://192.168.0.1/' }, 'validation_failed'],
    [{ ...NEW, url: `https://shop.example.org/${'a'.repeat(1_000)}` }, 'validation_failed'],
    [{ ...NEW, events: [] }, 'validation_failed'],
    [{ ...NEW, events: ['products.changed', 'products.changed'] }, 'validation_failed'],
    [{ ...NEW, events: ['webhook.challenge'] }, 'validation_failed'],
    [{ ...NEW, secret: 'whsec_mine' }, 'invalid_request'],
    [{ url: NEW.url }, 'invalid_request'],
  ])('is refused: %j', async (body, code) => {
    const holder = await desk.newHolder();
    expectError(await holder.send('post', '/webhooks', body), 400, code);
  });

  test('is changed by what is named, and by nothing not at all', async () => {
    const holder = await desk.newHolder();
    const { id } = (await holder.send('post', '/webhooks', NEW)).body as SecretWebhook;
    expectError(await holder.send('patch', `/webhooks/${id}`, {}), 400, 'validation_failed');
    expectError(
      await holder.send('patch', `/webhooks/${id}`, { url: 'https://[::1]/' }),
      400,
      'validation_failed',
    );
    const changed = await holder.send('patch', `/webhooks/${id}`, { events: ['submission.rejected'] });
    expect(changed.body).toMatchObject({
      url: NEW.url,
      events: ['submission.rejected'],
      state: 'unverified',
    });
    const off = await holder.send('patch', `/webhooks/${id}`, { active: false });
    expect(off.body).toMatchObject({ state: 'off', off_reason: 'owner', off_at: expect.any(String) });
    expect((await desk.listDeliveries(holder, id)).map(({ status }) => status)).toEqual(['failed']);
    const again = await holder.send('patch', `/webhooks/${id}`, { active: false });
    expect([again.status, again.body]).toEqual([200, off.body]);
    const on = await holder.send('patch', `/webhooks/${id}`, { active: true });
    expect(on.body).toMatchObject({ state: 'unverified', off_reason: null, off_at: null });
    expect((await desk.listDeliveries(holder, id)).map(({ status }) => status)).toEqual([
      'pending',
      'failed',
    ]);
  });

  test('is made and changed fifty times a day, and one that delivered nothing leaves one row', async () => {
    const changes = createCounter(undefined, 'changes', ACCOUNT_FIGURES.webhooks);
    const accounts = {
      ...createTestAccounts(desk.database.db),
      admitChange: async (id: string) => void (await take(changes, id)),
    };
    const { apiKey } = await desk.newHolder();
    const { request } = createTestApi(desk.database, { accounts, webhookNetworks: LOOPBACK });
    const send = (method: 'post' | 'delete', path: string) =>
      request()[method](`/api/v1/webhooks${path}`).set('X-API-Key', apiKey).send(NEW);
    const countAudit = async () => {
      const { rows } = await desk.database.pool.query("select from audit_log where entity = 'webhook'");
      return rows.length;
    };
    const before = await countAudit();
    for (let made = 0; made < ACCOUNT_FIGURES.webhooks.most; made += 1) {
      const { id } = (await send('post', '')).body as SecretWebhook;
      expect((await send('delete', `/${id}`)).status).toBe(200);
    }
    const refused = await send('post', '');
    expectError(refused, 429, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
    expect((await countAudit()) - before).toBe(ACCOUNT_FIGURES.webhooks.most);
  });

  test('asks for a key, and takes none of its quota', async () => {
    expectError(await desk.api.request().get('/api/v1/webhooks'), 401, 'invalid_api_key');
    const wrong = desk.api.request().get('/api/v1/webhooks').set('X-API-Key', 'pfk_wrong');
    expectError(await wrong, 401, 'invalid_api_key');
    const unknown = await (await desk.newHolder()).send('get', '/webhooks/7');
    expectError(unknown, 404, 'not_found');
    expectError(await desk.api.request().put('/api/v1/webhooks'), 405, 'method_not_allowed');
  });
});

describe('an operator', () => {
  test('sees the webhooks of an account, switches one off and replays; reviewers do not', async () => {
    const { db } = desk.database;
    const admin = createAdminCaller(desk.api, (await signInTestOperator(db, 'admin')).headers);
    const reviewer = createAdminCaller(desk.api, (await signInTestOperator(db, 'reviewer')).headers);
    const holder = await desk.newHolder();
    const webhook = await desk.newWebhook(holder, ['products.changed']);
    const { accountId } = await findAccount(webhook.id);
    const list = await admin.get(`/accounts/${accountId}/webhooks`);
    expect((list.body as { items: SecretWebhook[] }).items).toMatchObject([
      { id: webhook.id, state: 'active' },
    ]);
    expect(list.text).not.toContain('whsec_');
    expectAdminError(await reviewer.get(`/accounts/${accountId}/webhooks`), 403, 'forbidden');
    const deliveries = await admin.get(`/webhooks/${webhook.id}/deliveries`);
    const [challenge] = (deliveries.body as { items: { id: string }[] }).items;
    const replay = await admin.post(`/webhooks/${webhook.id}/deliveries/${challenge?.id}/replay`);
    expectAdminError(replay, 409, 'invalid_state');
    const off = await admin.post(`/webhooks/${webhook.id}/switch-off`);
    expect(off.body).toMatchObject({ state: 'off', off_reason: 'operator' });
    expectAdminError(await admin.post(`/webhooks/${webhook.id}/switch-off`), 409, 'invalid_state');
    const actions = (await listAudit(db, webhook.id)).map(({ action }) => action);
    expect(actions).toEqual(['webhook.created', 'webhook.verified', 'webhook.switched_off']);
  });

  test('who blocks an account ends its deliveries', async () => {
    const { db } = desk.database;
    const holder = await desk.newHolder();
    const { body } = await holder.send('post', '/webhooks', {
      ...NEW,
      url: `https://hooks.test:${desk.receiver.port}/blocked`,
    });
    const { accountId } = await findAccount((body as SecretWebhook).id);
    await setBlocked(db, { id: accountId }, true, { actor: 'cli' });
    await desk.deliver();
    expect(desk.receiver.received.filter(({ path }) => path === '/blocked')).toEqual([]);
  });
});

async function findAccount(webhookId: string): Promise<{ accountId: string }> {
  const { rows } = await desk.database.pool.query<{ accountId: string }>(
    'select account_id as "accountId" from webhooks where id = $1',
    [webhookId],
  );
  const [row] = rows;
  if (!row) throw new Error('no such webhook');
  return row;
}
