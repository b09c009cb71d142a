import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { waitFor } from '../support/wait-for.ts';

let stack: ConsoleStack;
beforeAll(async () => {
  stack = await startConsoleStack();
});
afterAll(() => stack.stop());

it('the page of an account shows its webhooks, replays a delivery and switches one off', async () => {
  const { db } = stack;
  const [accountId, webhookId, deliveryId] = [uuidv7(), uuidv7(), uuidv7()];
  await db.execute(sql`insert into accounts (id, email, password_hash) values
    (${accountId}, 'hooks@example.org', 'none')`);
  await db.execute(sql`insert into webhooks (id, account_id, url, host, events, secret, state) values
    (${webhookId}, ${accountId}, 'https://192.0.2.1/hook', '192.0.2.1', '{submission.approved}', '\\x00', 'active')`);
  await db.execute(sql`insert into webhook_deliveries (id, webhook_id, event, data, status, due_at, attempts, last_status,
    last_failure) values (${deliveryId}, ${webhookId}, 'submission.approved', '{}', 'failed', null, 10, 500, 'status')`);
  const { page, complaints } = await stack.signIn('admin', `/keys/${accountId}`);
  const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name: '192.0.2.1' });
  await row.getByText('active').waitFor();
  await row.getByRole('button', { name: 'Deliveries' }).click();
  const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: deliveryId });
  await delivery.getByText('500, status').waitFor();
  await delivery.getByRole('button', { name: 'Replay' }).click();
  await waitFor('a delivery that was made due', async () => {
    const { rows } = await db.execute<{ attempts: number }>(sql`
      select attempts from webhook_deliveries where id = ${deliveryId}`);
    return (rows[0]?.attempts ?? 10) < 10;
  });
  await row.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await row.getByText('by an operator').waitFor();
  expect(complaints).toEqual([]);
});
