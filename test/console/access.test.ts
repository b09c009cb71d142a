import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsoleCaller } from '../support/browser/console-call.ts';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { listSeriousFaults } from '../support/browser/page-faults.ts';

describe('keys and one-time codes', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  it('a key is made, shown once, copied, and works', async () => {
    const { page, complaints } = await stack.signIn('admin', '/keys', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: 'New key…' }).click();
    const asked = page.getByRole('dialog', { name: 'New key' });
    await asked.getByLabel('E-mail').fill('shop@example.org');
    await asked.getByRole('combobox', { name: 'Tier' }).click();
    await page.getByRole('option', { name: 'partner' }).click();
    await asked.getByRole('button', { name: 'Make key' }).click();
    const shown = page.getByRole('dialog', { name: 'Key for shop@example.org' });
    const key = (await shown.getByLabel('Key', { exact: true }).textContent()) ?? '';
    expect(key).toMatch(/^pfk_/);
    await shown.getByRole('button', { name: 'Copy key' }).click();
    await shown.getByRole('button', { name: 'Key copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    expect(await listSeriousFaults(page)).toEqual([]);
    const answer = await fetch(`${stack.origin}/api/v1/stats`, { headers: { 'X-API-Key': key } });
    expect(answer.status).toBe(200);

    await shown.getByRole('button', { name: 'Close' }).click();
    await shown.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'shop@example.org' }).waitFor();
    expect(await page.content()).not.toContain(key);
    const { rows } = await stack.db.execute(
      sql`SELECT action FROM audit_log WHERE actor LIKE 'operator:%' AND action LIKE ANY ('{account.%,key.%}') ORDER BY seq`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['account.created', 'key.issued']);
    expect(complaints).toEqual([]);
  });

  it('is not offered to who is no admin', async () => {
    const { page } = await stack.signIn('editor', '/review');
    const { headers } = await createConsoleCaller(stack, 'editor');
    const refused = await fetch(`${stack.origin}/api/admin/keys`, { method: 'POST', headers });
    expect(refused.status).toBe(403);
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  });

  it('one-time codes come as a picture that is drawn here', async () => {
    const { page, complaints } = await stack.signIn('reviewer', '/me');
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(stack.origin)) foreign.push(request.url());
    });
    await page.getByRole('button', { name: 'Turn on' }).click();
    const picture = page.getByRole('img', { name: 'QR code for your authenticator' });
    await picture.locator('path').first().waitFor();
    const box = await picture.locator('svg').boundingBox();
    expect(box?.width).toBeGreaterThan(150);
    expect(box?.width).toBe(box?.height);
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
    expect(await listSeriousFaults(page)).toEqual([]);
  });
});
