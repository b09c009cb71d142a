import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openBrowserPage } from '../support/browser/browser-page.ts';
import { fillSignIn, openSignedIn, visit, type ServedConsole } from '../support/browser/console-pages.ts';
import { startConsole } from '../support/browser/started-console.ts';
import { createTcpProxy, type TcpProxy } from '../support/servers/tcp-proxy.ts';

const found = z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string() })).min(1) });

describe('the console while the service does not answer', () => {
  let started: Awaited<ReturnType<typeof startConsole>>;
  let proxy: TcpProxy;
  let behindProxy: ServedConsole;

  beforeAll(async () => {
    started = await startConsole();
    proxy = await createTcpProxy(started.origin);
    behindProxy = { ...started, origin: proxy.url };
  });
  afterAll(async () => {
    await proxy.close();
    await started.stop();
  });

  it('says how old the figures are, opens no page of the browser, and goes on when it answers again', async () => {
    const { page } = await openBrowserPage(started.browser, proxy.url, {});
    await page.goto('/console/operations');
    await fillSignIn(page, 'admin');
    await page.getByText('running', { exact: true }).first().waitFor();
    const banner = page.getByRole('alert').filter({ hasText: 'The service does not answer' });
    expect(await banner.count()).toBe(0);
    const title = page.getByRole('heading', { level: 1 });
    const before = await title.boundingBox();

    await proxy.shut();
    await banner.locator('time').waitFor();
    // It pushes nothing down under the hand of the reader.
    expect(await title.boundingBox()).toEqual(before);
    // Its file has not been loaded yet.
    await page.getByRole('link', { name: 'Audit log' }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'this page has not been loaded yet' });
    await problem.waitFor();
    await page.getByRole('navigation', { name: 'Areas' }).waitFor();

    await proxy.open();
    await problem.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    await banner.waitFor({ state: 'detached' });
  });

  it('keeps what was typed of a product over an outage, another page and a reload', async () => {
    const { id, name } = await findProduct(started.origin);
    const { page } = await openSignedIn(behindProxy, 'editor');
    await visit(page, `/products/${id}`);
    const field = page.getByRole('textbox', { name: 'Name', exact: true });
    await field.fill('Typed before the outage');
    await proxy.shut();
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('The service cannot be reached').first().waitFor();
    await proxy.open();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
    expect(await field.inputValue()).toBe('Typed before the outage');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await field.inputValue()).toBe(name);
    await page.reload();
    await field.waitFor();
    expect(await field.inputValue()).toBe(name);
  });
});

async function findProduct(origin: string): Promise<{ id: string; name: string }> {
  const answer = await fetch(`${origin}/api/v1/products/search?q=nocciola&size=1`);
  return found.parse(await answer.json()).items[0] as { id: string; name: string };
}
