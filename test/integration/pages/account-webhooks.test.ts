import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInAccount, withCookie } from '../../support/callers/test-account-session.ts';
import { createWebhookDesk, type WebhookDesk } from '../../support/webhooks/webhook-desk.ts';

const PATH = '/account/webhooks';

let desk: WebhookDesk;
beforeAll(async () => {
  desk = await createWebhookDesk();
});
afterAll(() => desk.close());

it('the page of webhooks adds one, shows its secret once, sends deliveries again, switches it off and removes it', async () => {
  const session = await signInAccount(desk.api, await desk.newHolder());
  const press = (fields: Record<string, string>) => session.send(PATH, fields);
  expect((await session.get(PATH)).text).toContain('There are none yet.');
  const refused = await press({ action: 'add', url: 'http://nowhere', events: 'products.changed' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('href="#field-url"');
  expect((await press({ action: 'add', url: 'https://hooks.test:8443/' })).text).toContain(
    'href="#field-events"',
  );

  const url = `https://hooks.test:${desk.receiver.port}/hook`;
  const made = await press({ action: 'add', url, events: 'products.changed' });
  expect(made.status, made.text).toBe(200);
  expect(made.text).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
  expect(made.text).toContain('Waits for the answer to the challenge');
  await desk.deliver();
  const active = await session.get(PATH);
  expect(active.text).not.toContain('whsec_');
  expect(active.text).toMatch(/Active.*Latest deliveries.*webhook\.challenge.*Delivered/s);

  const id = / name="id" value="([\w-]{36})"/.exec(active.text)?.[1] ?? '';
  const off = await press({ id, action: 'off' });
  expect(off.text).toContain('By its owner.');
  const on = await press({ id, action: 'on' });
  const delivery = / name="delivery" value="([\w-]{36})"/.exec(on.text)?.[1] ?? '';
  expect((await press({ id, delivery, action: 'again' })).status).toBe(200);
  const removed = await press({ id, action: 'remove' });
  expect(removed.text).toContain('There are none yet.');
  expect((await press({ id, action: 'remove' })).status).toBe(404);
});

it('the page of webhooks is shown to the account alone that they are of', async () => {
  const owner = await desk.newHolder();
  const webhook = await desk.newWebhook(owner, ['products.changed']);
  expect((await withCookie(desk.api, '').get(PATH)).text).not.toContain(webhook.url);
  expect((await withCookie(desk.api, '').send(PATH, { id: webhook.id, action: 'remove' })).status).toBe(401);
  const other = await signInAccount(desk.api, await desk.newHolder());
  const refused = await other.send(PATH, { id: webhook.id, action: 'remove' });
  expect(refused.status).toBe(404);
  expect(refused.text).not.toContain(webhook.url);
  expect((await (await signInAccount(desk.api, owner)).get(PATH)).text).toContain(webhook.url);
});
