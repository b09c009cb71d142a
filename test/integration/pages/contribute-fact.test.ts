import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { insertProduct, type ProductFacts } from '../../support/catalogue/catalogue.ts';
import { readFields } from '../../support/review/read-form-fields.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';

const GTIN = '9521000000018';
const SPREAD: ProductFacts = {
  name: 'Hazelnut spread',
  gtins: [GTIN],
  food: { ingredientsText: 'Sugar, hazelnuts', allergens: ['nuts', 'milk'] },
};

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

const open = (address: string, headers: Record<string, string> = {}) =>
  desk.api.request().get(address).set(headers);
const send = (address: string, fields: Record<string, string> | URLSearchParams) =>
  desk.api.request().post(address).type('form').send(new URLSearchParams(fields).toString());
const listSubmissions = () => desk.database.db.select().from(submissions);

describe('the form for one fact', () => {
  it('holds this fact and what goes with it, and sends that alone', async () => {
    const id = await insertProduct(desk.database.db, SPREAD);
    const opened = await open(`/contribute?gtin=${GTIN}&fact=ingredients_text`);
    expect([opened.status, opened.headers['location']]).toEqual([
      303,
      `/contribute?product=${id}&fact=ingredients_text`,
    ]);
    const { text } = await open(`/contribute?product=${id}&fact=ingredients_text`);
    expect(text).toMatch(/<textarea id="field-ingredients_text"[^>]* autofocus/);
    const form = readFields(text);
    expect(form.has('ingredients_lang')).toBe(true);
    expect(form.has('name')).toBe(false);
    form.set('ingredients_text', 'Sugar, hazelnuts, milk');
    const sent = await send('/contribute', form);
    expect(sent.status, sent.text).toBe(303);
    const [stored] = await listSubmissions();
    expect(stored).toMatchObject({ productId: id, content: { ingredients_text: 'Sugar, hazelnuts, milk' } });
  });

  it('says that nothing was changed, and stays at this fact', async () => {
    const id = await insertProduct(desk.database.db, SPREAD);
    const form = readFields((await open(`/contribute?product=${id}&fact=allergens`)).text);
    const unchanged = await send('/contribute', form);
    expect(unchanged.status).toBe(400);
    expect(unchanged.text).toContain('Nothing was changed.');
    expect(unchanged.text).toContain('Hazelnut spread');
    expect(unchanged.text).not.toContain('name="ingredients_text"');
  });

  it('shows all facts where it does not know the one that is asked for', async () => {
    const id = await insertProduct(desk.database.db, SPREAD);
    const { status, text } = await open(`/contribute?product=${id}&fact=%3Cscript%3E`);
    expect(status).toBe(200);
    expect(text).toContain('name="ingredients_text"');
  });
});

it('the page of a submission shows what was sent to its sender alone', async () => {
  const sent = await send('/contribute', {
    gtin: GTIN,
    name: 'Oats <b>',
    note: 'Seen in a shop',
    contact_email: 'a@example.org',
  });
  const address = String(sent.headers['location']);
  const cookie = String(sent.headers['set-cookie']).split(';')[0] ?? '';
  const own = await open(address, { Cookie: cookie });
  for (const text of [GTIN, 'Oats &lt;b>', 'Seen in a shop']) expect(own.text).toContain(text);
  expect(own.text).not.toContain('a@example.org');
  for (const other of ['', 'answer_token=guess']) {
    const { text } = await open(address, { Cookie: other });
    expect(text).not.toContain('Seen in a shop');
  }
});
