import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeCalls } from '../../src/access/limits/usage-store.ts';
import { accounts } from '../../src/platform/db/schema/accounts.ts';
import { listFaults } from '../support/browser/page-faults.ts';
import { READERS, startPageStack, type PageStack } from '../support/browser/page-stack.ts';

let stack: PageStack;
const PASSWORD = 'seven small islands';

async function countCalls(email: string, count: number): Promise<void> {
  const { db } = stack.database;
  const [account] = await db.select().from(accounts).where(eq(accounts.email, email));
  await takeCalls(db, { kind: 'account', id: account?.id ?? '' }, { count, limit: null });
}

beforeAll(async () => {
  stack = await startPageStack();
});
afterAll(() => stack.stop());

describe.each(READERS)('$viewport.width px, scripts: $javaScriptEnabled', (look) => {
  it('a key is made, used, named and replaced by who is signed in, and webhooks are changed', async () => {
    const { page, complaints } = await stack.openPage({
      ...look,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const email = `ada-${look.viewport.width}-${String(look.javaScriptEnabled)}@example.org`;
    const fill = async (password: string, label: string) => {
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel(label, { exact: true }).fill(password);
    };
    const mayRead = async (key: string) =>
      (await stack.api.get('/stats', { 'X-API-Key': key })).status === 200;
    const showGood = async (name: string) => {
      if (look.javaScriptEnabled) expect(await listFaults(page), name).toEqual([]);
    };

    await page.goto('/account');
    await page.getByRole('link', { name: 'Get an API key' }).click();
    await fill('password1', 'New password');
    await page.getByRole('button', { name: 'Get a key' }).click();
    await page.getByRole('alert').getByText('This password is too weak').waitFor();
    await showGood('weak');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Get a key' }).click();
    const key = await page.locator('#secret').innerText();
    expect(await mayRead(key)).toBe(true);
    await showGood('key');
    const copy = page.locator('.secret').getByRole('button', { name: 'Copy' });
    expect(await copy.isVisible()).toBe(look.javaScriptEnabled);
    if (look.javaScriptEnabled) {
      await copy.click();
      await page.locator('.secret').getByRole('status').getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    }

    // Whoever registers is signed in.
    await page.getByRole('link', { name: 'I have kept it: to the account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await fill('not this one at all', 'Password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The e-mail or the password is wrong.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByText(`${key.slice(0, 8)}…`)
      .first()
      .waitFor();
    await countCalls(email, 250);
    await page.reload();
    await page.getByRole('img', { name: '250 calls in 30 days' }).waitFor();
    await page.getByText('As a table').click();
    await page.getByRole('cell', { name: '250' }).waitFor();
    await showGood('usage');
    await page.getByLabel('Name of the key').fill('Till in the shop');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await page.getByRole('cell', { name: 'Till in the shop' }).waitFor();

    await page.getByRole('link', { name: 'Replace the key' }).click();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await showGood('replace');
    await page.getByRole('button', { name: 'Replace the key' }).click();
    const another = await page.locator('#secret').innerText();
    expect([await mayRead(key), await mayRead(another)]).toEqual([false, true]);
    expect(await page.locator('#call').innerText()).toContain(another);
    await showGood('new key');

    await page.getByRole('link', { name: 'I have kept it: to the account' }).click();
    await page.getByRole('link', { name: 'Webhooks and their deliveries' }).click();
    await page.getByText('There are none yet.').waitFor();
    await page.getByLabel('Address').fill('https://shop.example.org/hooks');
    await page.getByLabel('products.changed').check();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByText('Keep its secret').waitFor();
    await page.getByRole('cell', { name: 'webhook.challenge' }).waitFor();
    await showGood('webhooks');
    await page.getByRole('button', { name: 'Deliver again' }).click();
    await page.getByRole('cell', { name: 'webhook.challenge' }).waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There are none yet.').waitFor();

    await page.getByRole('link', { name: 'Your API account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto('/account/webhooks');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
