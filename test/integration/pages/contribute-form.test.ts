import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PART_LIST } from '../../../src/facts/registry/fact-list.ts';
import { NUTRIMENT_KEYS } from '../../../src/facts/registry/nutriment-keys.ts';
import { SUBMISSION_FIGURES } from '../../../src/access/limits/limits.ts';
import { createSubmissionLimits } from '../../../src/access/limits/submission-limits.ts';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { insertProduct, type ProductFacts } from '../../support/catalogue/catalogue.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { PLAIN_ADDRESSES, createTestAccounts } from '../../support/callers/test-accounts.ts';
import { readFields } from '../../support/review/read-form-fields.ts';
import { createTestApi } from '../../support/test-api.ts';

const GTIN = '9521000000018';
const SPREAD: ProductFacts = {
  name: 'Hazelnut spread',
  brand: 'Dune',
  gtins: [GTIN],
  netContentValue: 400,
  netContentUnit: 'g',
  food: {
    nutriments: { fat_g: 30.9, salt_g: 0.1 },
    nutritionBasis: '100g',
    ingredientsText: 'Sugar, hazelnuts',
    allergens: ['nuts', 'milk'],
  },
};

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

const open = (address: string, headers: Record<string, string> = {}) =>
  desk.api.request().get(address).set(headers);
const send = (address: string, fields: Record<string, string> | URLSearchParams, api = desk.api) =>
  api.request().post(address).type('form').send(new URLSearchParams(fields).toString());
const listSubmissions = () => desk.database.db.select().from(submissions);

describe('the form to contribute', () => {
  it('has a field for every fact that anybody may offer', async () => {
    const { text } = await open(`/contribute?gtin=${GTIN}`);
    const missing = PART_LIST.filter(({ fact }) => fact.isSubmittable !== false)
      .flatMap(({ name, value }) =>
        value.type === 'nutriments' ? NUTRIMENT_KEYS.map((key) => `${name}.${key}`) : [name],
      )
      .filter((name) => !text.includes(`name="${name}"`));
    expect(missing).toEqual([]);
    expect(text).toContain(`value="${GTIN}"`);
  });

  it('marks the name of a new product as required, and nothing else', async () => {
    const { text } = await open('/contribute');
    expect(text).toMatch(/Name<\/label><span aria-hidden="true"> required<\/span>/);
    expect(text.match(/<(input|textarea|select)[^>]* required/g)).toHaveLength(1);
    const id = await insertProduct(desk.database.db, SPREAD);
    expect((await open(`/contribute?product=${id}`)).text).not.toMatch(
      /aria-hidden="true"> required| required[ >]/,
    );
  });

  it('refuses a number that is a thousand to some and one to others', async () => {
    const fields = { gtin: GTIN, name: 'Spread', net_content_unit: 'g', category: 'Hazelnut Spreads' };
    const refused = await send('/contribute', { ...fields, net_content_value: '1,234' });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/id="field-net_content_value"[^>]* aria-invalid="true"/);
    expect(await listSubmissions()).toEqual([]);
  });

  it('puts a new product into the review queue, and keeps the answer token in the browser', async () => {
    const sent = await send('/contribute', {
      gtin: '9521 0000 0001 8',
      name: 'Hazelnut spread',
      net_content_value: '400',
      net_content_unit: 'g',
      category: 'Hazelnut Spreads',
      'nutriments.fat_g': '30,9',
      'nutriments.salt_g': '',
      nutrition_basis: '100g',
      allergens: 'nuts',
      names: 'de: Haselnussaufstrich\r\nfr: Pâte à tartiner',
      labels_other: 'my mill\r\n\r\nyour mill',
      attributes: 'jars: 2',
      'msrp.amount': '3.99',
      'msrp.currency': 'EUR',
      note: 'From the pack',
      contact_email: 'Ada@example.org',
      website: '',
    });
    expect(sent.status, sent.text).toBe(303);
    const [stored] = await listSubmissions();
    expect(stored).toMatchObject({
      status: 'pending',
      source: 'public',
      gtin14: `0${GTIN}`,
      contactEmail: 'ada@example.org',
      content: {
        name: 'Hazelnut spread',
        category: 'hazelnut-spreads',
        net_content_value: 400,
        nutriments: { fat_g: 30.9 },
        allergens: ['nuts'],
        names: { de: 'Haselnussaufstrich', fr: 'Pâte à tartiner' },
        labels_other: ['my mill', 'your mill'],
        attributes: { jars: 2 },
        msrp: { amount: 3.99, currency: 'EUR' },
        note: 'From the pack',
      },
    });
    expect(sent.headers['location']).toBe(`/contribute/${stored?.id}`);
    expect(sent.headers['cache-control']).toBe('no-store');
    const cookie = String(sent.headers['set-cookie']);
    expect(cookie).toMatch(
      /^answer_token=[\w-]{32}; .*Path=\/contribute\/[\w-]{36}; HttpOnly; SameSite=Strict$/,
    );

    const status = await open(`/contribute/${stored?.id}`, { Cookie: cookie.split(';')[0] ?? '' });
    expect(status.text).toContain('It waits for its review');
    expect(status.text).toContain(cookie.slice('answer_token='.length, 'answer_token='.length + 32));
    expect(status.text).toContain('<meta name="robots" content="noindex"');
    expect(status.headers['cache-control']).toBe('no-store');
    expect(status.headers['referrer-policy']).toBe('same-origin');
  });

  it('sends of a known product what was changed alone, with what belongs to it', async () => {
    const id = await insertProduct(desk.database.db, SPREAD);
    const form = readFields((await open(`/contribute?product=${id}`, { 'Accept-Language': 'de' })).text);
    expect(form.get('name')).toBe('Hazelnut spread');
    expect(form.getAll('allergens').toSorted()).toEqual(['milk', 'nuts']);

    const unchanged = await send('/contribute', form);
    expect(unchanged.status).toBe(400);
    expect(unchanged.text).toContain('Nothing was changed.');

    form.set('net_content_value', '350');
    form.set('nutriments.sugars_g', '56.3');
    form.append('allergens', 'soybeans');
    const sent = await send('/contribute', form);
    expect(sent.status, sent.text).toBe(303);
    const [stored] = await listSubmissions();
    expect(stored).toMatchObject({ productId: id, gtin14: null });
    expect(stored?.content).toEqual({
      net_content_value: 350,
      net_content_unit: 'g',
      nutriments: { sugars_g: 56.3 },
      nutrition_basis: '100g',
      allergens: ['milk', 'nuts', 'soybeans'],
    });
  });

  it('leads from a barcode that is known to its product', async () => {
    const id = await insertProduct(desk.database.db, SPREAD);
    const opened = await open(`/contribute?gtin=${GTIN}`);
    expect([opened.status, opened.headers['location']]).toEqual([303, `/contribute?product=${id}`]);
  });

  it('says that a fact cannot be taken back', async () => {
    const id = await insertProduct(desk.database.db, SPREAD);
    const form = readFields((await open(`/contribute?product=${id}`)).text);
    form.set('ingredients_text', '');
    const refused = await send('/contribute', form);
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(
      /id="field-ingredients_text"[^>]*aria-describedby="field-ingredients_text-problem"/,
    );
    expect(await listSubmissions()).toEqual([]);
  });

  it('shows each problem beside its field, and keeps what was typed', async () => {
    const refused = await send('/contribute', {
      gtin: '9521000000019',
      name: 'Spread <b>',
      net_content_value: 'much',
      category: 'no such thing',
      additives: 'e322\r\nnone',
      contact_email: 'nobody',
    });
    expect(refused.status).toBe(400);
    // The category is judged before the rest is asked for.
    expect(refused.text).toContain('href="#field-category"');
    const fields = {
      gtin: '9521000000018',
      name: 'Spread <b>',
      net_content_value: 'much',
      additives: 'e322\r\nnone',
    };
    const again = await send('/contribute', fields);
    expect(again.status).toBe(400);
    for (const field of ['net_content_value', 'additives']) {
      expect(again.text).toContain(`href="#field-${field}"`);
      expect(again.text).toMatch(new RegExp(`id="field-${field}"[^>]* aria-invalid="true"`));
      expect(again.text).toContain(`id="field-${field}-problem"`);
    }
    expect(again.text).toContain('value="Spread &lt;b>"');
    expect(again.text).toContain('e322\r\nnone</textarea>');
    const gtin = await send('/contribute', { gtin: '9521000000019', name: 'Spread' });
    expect(gtin.text).toContain('href="#field-gtin"');
    const email = await send('/contribute', { name: 'Spread', contact_email: 'nobody' });
    expect(email.text).toContain('href="#field-contact_email"');
    const nameless = await send('/contribute', { gtin: GTIN, name: ' ' });
    expect(nameless.text).toContain('href="#field-name"');
    expect(await listSubmissions()).toEqual([]);
  });

  it('leads anyone who offers the same again to what waits', async () => {
    const first = await send('/contribute', { name: 'Oats' });
    const second = await send('/contribute', { name: 'Oats' });
    expect(second.status).toBe(409);
    expect(second.text).toContain(`href="${first.headers['location']}"`);
  });

  it('answers a machine that fills in what no person sees as if it had been heard', async () => {
    const sent = await send('/contribute', { name: 'Cheap pills', website: 'https://pills.example' });
    expect([sent.status, sent.headers['location']]).toEqual([
      303,
      expect.stringMatching(/^\/contribute\/[\w-]{36}$/),
    ]);
    expect(await listSubmissions()).toEqual([]);
  });

  it('has the limits of the API, together with it, and keeps what was typed', async () => {
    const limits = createSubmissionLimits(undefined, PLAIN_ADDRESSES, {
      ...SUBMISSION_FIGURES,
      minute: { most: 2, seconds: 60 },
    });
    const api = createTestApi(desk.database, {
      accounts: { ...createTestAccounts(desk.database.db), submissionLimits: limits },
    });
    expect((await api.submit('/submissions', { name: 'Oats' })).status).toBe(201);
    expect((await send('/contribute', { name: 'Rice' }, api)).status).toBe(303);
    const refused = await send('/contribute', { name: 'Rye' }, api);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('value="Rye"');
  });

  it('refuses more than a form can hold, and a body that is no form', async () => {
    const large = await send('/contribute', { name: 'x'.repeat(530_000) });
    expect(large.status).toBe(413);
    // More than the API takes; it says so in the form, which keeps it.
    const texts = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ro', 'sv', 'cs', 'da', 'fi', 'hu'];
    const lines = texts.map((code) => `${code}: ${'x'.repeat(4_900)}`).join('\r\n');
    const full = await send('/contribute', { name: 'Oats', ingredients_texts: lines });
    expect(full.status).toBe(413);
    expect(full.text).toContain('larger than 65536 bytes');
    expect(await listSubmissions()).toEqual([]);
    const json = await desk.api.request().post('/contribute').send({ name: 'Oats' });
    expect(json.status).toBe(415);
  });
});

describe('the page of a contribution', () => {
  const contribute = async () => {
    const sent = await send('/contribute', { name: 'Oats' });
    const address = String(sent.headers['location']);
    const id = address.split('/').at(-1) ?? '';
    return { address, id, cookie: String(sent.headers['set-cookie']).split(';')[0] ?? '' };
  };

  it('shows a question, and takes the answer of anyone who has the token', async () => {
    const { address, id, cookie } = await contribute();
    await desk.caller.post(`/submissions/${id}/questions`, { text: 'Which <size>?' });
    const stranger = await open(address);
    expect(stranger.text).toContain('Which &lt;size>?');
    expect(stranger.text).not.toContain(cookie.split('=')[1]);
    const wrong = await send(address, { token: 'guess', text: '500 g' });
    expect(wrong.status).toBe(403);
    expect(wrong.text).toContain('href="#field-token"');
    expect(wrong.text).toContain('500 g</textarea>');

    const asked = await open(address, { Cookie: cookie });
    const form = readFields(asked.text);
    form.set('text', '500 g');
    const answered = await send(address, form);
    expect([answered.status, answered.headers['location']]).toEqual([303, address]);
    expect((await open(address)).text).not.toContain('Which');
    const late = await send(address, form);
    expect(late.status).toBe(409);
  });

  it('says what has become of it', async () => {
    const rejected = await contribute();
    await desk.caller.post(`/submissions/${rejected.id}/reject`, { reason: 'Not a product' });
    expect((await open(rejected.address)).text).toContain('Reason: Not a product');
    const approved = await contribute();
    const { product_id: productId } = await desk.approved(approved.id);
    expect((await open(approved.address)).text).toContain(`href="/product/id/${productId}"`);
    expect((await open('/contribute/01890a5d-ac96-774b-bcce-b302099a8057')).status).toBe(404);
    expect((await open('/contribute/nothing')).status).toBe(404);
  });
});
