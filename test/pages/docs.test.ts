import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFaults } from '../support/browser/page-faults.ts';
import { LOOKS, READERS, startPageStack, type PageStack } from '../support/browser/page-stack.ts';
import { createDemoDatabase } from '../support/database/demo-database.ts';

const GTIN = '9521000000018';

let stack: PageStack;
beforeAll(async () => {
  stack = await startPageStack({}, createDemoDatabase());
});
afterAll(() => stack.stop());

/** The part of a page that is about an endpoint. */
const endpointOf = (page: Page, id: string) =>
  page.locator('.endpoint').filter({ has: page.locator(`h2#${id}`) });

async function run(page: Page, id: string, values: Record<string, string> = {}) {
  const endpoint = endpointOf(page, id);
  const form = endpoint.getByRole('form', { name: `Run ${id}` });
  if (!(await form.isVisible())) await endpoint.getByText('Run it here').click();
  for (const [name, value] of Object.entries(values)) await form.locator(`[name=${name}]`).fill(value);
  await form.getByRole('button', { name: 'Run' }).click();
  await form.locator('button:enabled').waitFor();
  const answer = endpoint.locator('.run-answer');
  return {
    summary: await answer.getByRole('status').innerText(),
    headers: await answer.locator('dl').innerText(),
    body: JSON.parse(await answer.locator('pre').innerText()) as unknown,
  };
}

it.each(LOOKS)('endpoints are run in the page, $viewport.width px', async (look) => {
  const { page, complaints } = await stack.openPage(look);
  await page.goto('/docs/endpoints/products');
  const found = await run(page, 'getProductByBarcode', { gtin: GTIN });
  expect(found.summary).toMatch(/^200 OK · \d+ ms · [\d,]+ bytes$/);
  expect(found.headers).toContain('X-Request-Id');
  expect(found.body).toMatchObject({ gtin: GTIN });
  expect((await run(page, 'lookUpManyProducts')).body).toHaveProperty('items.0.result');
  const query = await run(page, 'lookUpProducts', { codes: GTIN });
  expect(query.body).toMatchObject({ items: [{ code: GTIN, result: 'found' }] });
  expect(await listFaults(page)).toEqual([]);
  expect(complaints.splice(0)).toEqual([]);

  const refused = await run(page, 'getProductByBarcode', { gtin: '9521000000019' });
  expect(refused.summary).toMatch(/^4\d\d /);
  expect(refused.body).toHaveProperty('error.details.reason', 'bad_check_digit');
  await page.context().close();
});

it('a key is kept by the tab alone, and sent', async () => {
  const { page } = await stack.openPage();
  await page.goto('/docs/endpoints/catalogue');
  const endpoint = endpointOf(page, 'getStats');
  await endpoint.getByText('Run it here').click();
  await endpoint.getByLabel('API key').fill('pfk_nobody');
  expect((await run(page, 'getStats')).body).toHaveProperty('error.code', 'invalid_api_key');
  expect(await page.evaluate('[sessionStorage["api-key"], localStorage.length, document.cookie]')).toEqual([
    'pfk_nobody',
    0,
    '',
  ]);
  await page.goto('/docs/endpoints/webhooks');
  expect(await endpointOf(page, 'listWebhooks').locator('[data-key]').inputValue()).toBe('pfk_nobody');
  await page.context().close();
});

it.each(READERS)(
  'a request is shown in the language that was chosen, $viewport.width px, scripts: $javaScriptEnabled',
  async (look) => {
    const { page } = await stack.openPage(look);
    await page.goto('/docs/endpoints/products');
    const endpoint = endpointOf(page, 'getProduct');
    const shown = (language: string) => endpoint.getByRole('group', { name: `getProduct in ${language}` });
    expect(await shown('curl').isVisible()).toBe(true);
    await endpoint.getByText('Go', { exact: true }).click();
    await shown('Go').getByText('http.NewRequest').waitFor();
    expect(await shown('curl').isVisible()).toBe(false);
    expect(await endpoint.getByRole('group', { name: 'Answer of getProduct' }).isVisible()).toBe(true);
    expect(await endpoint.getByText('Run it here').isVisible()).toBe(look.javaScriptEnabled);
    await page.goto('/docs/quick-start');
    const example = (language: string) => page.getByRole('group', { name: `Example in ${language}` });
    if (!look.javaScriptEnabled) await page.getByText('Go', { exact: true }).last().click();
    await example('Go').getByText('fmt.Println').waitFor();
    expect(await example('JavaScript').isVisible()).toBe(false);
    const hidden = await example('Go').evaluate((block) => block.scrollHeight - block.clientHeight);
    expect(hidden, 'all of it is shown').toBe(0);
    if (look.javaScriptEnabled) {
      await page.goto('/docs/endpoints/search');
      const search = endpointOf(page, 'searchProducts');
      expect(await search.getByRole('group', { name: 'searchProducts in Go' }).isVisible()).toBe(true);
    }
    await page.context().close();
  },
);
