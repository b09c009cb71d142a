import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFaults } from '../support/browser/page-faults.ts';
import { READERS, startPageStack, type PageStack } from '../support/browser/page-stack.ts';

const PASSWORD = 'seven small islands';

let stack: PageStack;
beforeAll(async () => {
  stack = await startPageStack();
});
afterAll(() => stack.stop());

describe.each(READERS)('$viewport.width px, scripts: $javaScriptEnabled', (look) => {
  it('a key is made, its usage shown, replaced, and its webhooks are changed', async () => {
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
    const copy = page.getByRole('button', { name: 'Copy' });
    expect(await copy.isVisible()).toBe(look.javaScriptEnabled);
    if (look.javaScriptEnabled) {
      await copy.click();
      await page.getByRole('status').getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    }

    await page.goto('/account');
    await fill(PASSWORD, 'Password');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText(`${key.slice(0, 8)}…`).waitFor();
    await showGood('usage');

    await page.goto('/account/key');
    await fill('not this one at all', 'Password');
    await page.getByRole('button', { name: 'Replace the key' }).click();
    await page.getByText('The e-mail or the password is wrong.').waitFor();
    await fill(PASSWORD, 'Password');
    await page.getByRole('button', { name: 'Replace the key' }).click();
    const another = await page.locator('#secret').innerText();
    expect([await mayRead(key), await mayRead(another)]).toEqual([false, true]);

    await page.goto('/account/webhooks');
    await page.getByLabel('API key').fill(another);
    await page.getByRole('button', { name: 'Show webhooks' }).click();
    await page.getByText('There are none yet.').waitFor();
    await page.getByLabel('Address').fill('https://shop.example.org/hooks');
    await page.getByLabel('products.changed').check();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByText('Keep its secret').waitFor();
    await showGood('webhooks');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There are none yet.').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
