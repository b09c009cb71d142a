import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { submissions } from '../../src/platform/db/schema/submissions.ts';
import { insertProduct } from '../support/catalogue/catalogue.ts';
import { gtinOf } from '../support/imports/export-file.ts';
import { listFaults } from '../support/browser/page-faults.ts';
import { LOOKS, READERS, startPageStack, type PageStack } from '../support/browser/page-stack.ts';
import { createAdminCaller } from '../support/callers/test-admin.ts';
import { signInTestOperator } from '../support/callers/test-operator.ts';

let stack: PageStack;
beforeAll(async () => {
  stack = await startPageStack();
});
afterEach(() => stack.database.db.delete(submissions));
afterAll(() => stack.stop());

const listSubmissions = () => stack.database.db.select().from(submissions);

/** Where scripts run, axe is one of them. */
async function expectGood(page: Page, look: (typeof READERS)[number], name: string): Promise<void> {
  if (look.javaScriptEnabled) expect(await listFaults(page), name).toEqual([]);
}

describe.each(READERS)('$viewport.width px, scripts: $javaScriptEnabled', (look) => {
  it('a new product is filled in, refused where it is wrong, corrected, sent, asked about and answered', async () => {
    const { page, complaints } = await stack.openPage(look);
    await page.goto('/contribute?gtin=9521000000018');
    expect(await page.getByLabel('Barcode', { exact: true }).inputValue()).toBe('9521000000018');
    await page.getByLabel('Name', { exact: true }).fill('Hazelnut spread');
    await page.getByLabel('Category').fill('No such category');
    await page.getByText('More facts').click();
    await page.getByLabel('Net content').fill('400');
    await page.getByLabel('Unit').selectOption('g');
    await page
      .getByRole('group', { name: 'Allergens', exact: true })
      .getByLabel('Nuts', { exact: true })
      .check();
    await page.getByLabel('Fat (g)', { exact: true }).fill('30.9');
    await page.getByLabel('Names in other languages').fill('de: Haselnussaufstrich');
    await page.getByRole('button', { name: 'Send' }).click();

    const alert = page.getByRole('alert');
    await alert.getByText('There is no category with this name').waitFor();
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
    await expectGood(page, look, 'refused');
    await alert.getByRole('link').click();
    const category = page.getByLabel('Category');
    expect(await category.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Fat (g)', { exact: true }).inputValue()).toBe('30.9');
    await category.fill('Hazelnut spreads');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('It waits for its review').waitFor();
    const [submission] = await listSubmissions();
    expect(submission).toMatchObject({
      status: 'pending',
      content: {
        name: 'Hazelnut spread',
        net_content_value: 400,
        net_content_unit: 'g',
        category: 'hazelnut-spreads',
        allergens: ['nuts'],
        nutriments: { fat_g: 30.9 },
        names: { de: 'Haselnussaufstrich' },
      },
    });
    const sent = page.locator('section').filter({ hasText: 'What you sent' });
    for (const text of ['9521000000018', 'Hazelnut spread', 'Hazelnut spreads', 'Haselnussaufstrich'])
      await sent.getByText(text, { exact: true }).waitFor();
    await expectGood(page, look, 'sent');

    const { headers } = await signInTestOperator(stack.database.db, 'reviewer');
    const reviewer = createAdminCaller(stack.api, headers);
    await reviewer.post(`/submissions/${submission?.id}/questions`, { text: 'Is it 400 g?' });
    await page.reload();
    await page.getByText('Is it 400 g?').waitFor();
    await expectGood(page, look, 'asked');
    await page.getByLabel('Your answer').fill('Yes');
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.getByText('Is it 400 g?').waitFor({ state: 'detached' });
    expect((await reviewer.get(`/submissions/${submission?.id}`)).text).toContain('"text":"Yes"');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('of a product that is known, what was changed alone is sent', async () => {
    const id = await insertProduct(stack.database.db, {
      name: 'Oat biscuits',
      food: {
        ingredientsText: 'Oats,\nsugar',
        nutriments: { fat_g: 12.5, salt_g: 0.107 },
        nutritionBasis: '100g',
        allergens: ['milk', 'gluten'],
      },
      facts: { stores: ['Corner shop', 'Market'], names: { de: 'Haferkekse' } },
    });
    const { page } = await stack.openPage(look);
    await page.goto(`/contribute?product=${id}`);
    await page.getByRole('heading', { name: 'Complete or correct: Oat biscuits' }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Nothing was changed.').waitFor();
    await page.getByLabel('Sugars (g)', { exact: true }).fill('21');
    await page.getByLabel('Brand', { exact: true }).fill('Dune');
    await expectGood(page, look, 'known');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('It waits for its review').waitFor();
    const [submission] = await listSubmissions();
    expect(submission).toMatchObject({ productId: id });
    expect(submission?.content).toEqual({
      brand: 'Dune',
      nutriments: { sugars_g: 21 },
      nutrition_basis: '100g',
    });
    await page.context().close();
  });
});

it.each(READERS.map((look, number) => ({ ...look, number })))(
  'one fact of a product is corrected in one step, $viewport.width px, scripts: $javaScriptEnabled',
  async ({ number, ...look }) => {
    const gtin = gtinOf(8_000 + number);
    const id = await insertProduct(stack.database.db, { name: 'Oat drink', brand: 'Dune', gtins: [gtin] });
    const { page } = await stack.openPage(look);
    await page.goto(`/contribute?gtin=${gtin}&fact=name`);
    await page.getByRole('heading', { name: 'Complete or correct: Oat drink' }).waitFor();
    const name = page.getByLabel('Name', { exact: true });
    expect(await page.evaluate('document.activeElement.name === "name"')).toBe(true);
    expect(await page.getByLabel('Brand', { exact: true }).count()).toBe(0);
    await expectGood(page, look, 'one fact');
    await name.fill('Oat drink, unsweetened');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('It waits for its review').waitFor();
    const [submission] = await listSubmissions();
    expect(submission).toMatchObject({ productId: id, content: { name: 'Oat drink, unsweetened' } });
    await page.context().close();
  },
);

it('nobody sees or reaches the field that is for machines', async () => {
  const { page } = await stack.openPage();
  await page.goto('/contribute');
  const isHidden: unknown = await page.evaluate(
    'document.querySelector("[aria-hidden=true] input[name=website][tabindex=\\"-1\\"]") !== null',
  );
  expect(isHidden).toBe(true);
  const box = await page.locator('.unseen[aria-hidden]').boundingBox();
  expect((box?.width ?? 0) * (box?.height ?? 0)).toBeLessThanOrEqual(1);
  await page.context().close();
});

it.each(['de-DE', 'fr-FR'])('every word of the form is in the language of %s', async (locale) => {
  const { page } = await stack.openPage({ ...LOOKS[1], locale });
  await page.goto('/contribute');
  expect(await page.locator('main').innerText()).not.toMatch(/\b(the|with|per line|facts|sugars?)\b/i);
  await page.context().close();
});
