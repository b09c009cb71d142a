import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ProvenanceField } from '../../../src/quality/quality-score.ts';
import type { QueuedSubmission, ClaimedSubmission } from '../../../src/review/queue/queue-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { submitFacts, sendItem } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

const listOf = async (query: string) =>
  ((await desk.caller.get(`/submissions${query}`)).body as { items: QueuedSubmission[] }).items;
const risksOf = async (id: string) =>
  ((await desk.caller.get(`/submissions/${id}`)).body as QueuedSubmission).risks;
interface Facts {
  name?: string;
  brand?: string;
  fields?: ProvenanceField[];
}
/** A product in use, and whose word its name and size, or other fields, are. */
const insert = (
  n: number,
  source: 'operator' | 'open_food_facts',
  { name = `Product ${n}`, brand = 'Dune', fields = ['name', 'net_content'] }: Facts = {},
) => insertProduct(desk.database.db, { name, brand, gtins: [gtinOf(n)], provenance: { [source]: fields } });

it('is what a new sender, a twin, an operator’s word and another name add to it', async () => {
  await insert(1, 'open_food_facts');
  await insert(2, 'operator');
  const submit = (body: object) => submitFacts(desk.api, body);
  expect(await risksOf(await submit({ name: 'Alone' }))).toEqual(['unknown_sender']);
  expect(await risksOf(await submit({ name: 'ALONE', brand: 'Other' }))).toEqual([
    'look_alike',
    'unknown_sender',
  ]);
  const same = { gtin: gtinOf(1), name: ' product 1 ', brand: 'DUNE', country_of_origin: 'Italy' };
  expect(await risksOf(await submit(same))).toEqual(['unknown_sender']);
  expect(await risksOf(await submit({ gtin: gtinOf(1), name: 'Renamed' }))).toEqual([
    'renames',
    'unknown_sender',
  ]);
  expect(await risksOf(await submit({ gtin: gtinOf(1), brand: 'Dune & Sons' }))).toEqual([
    'renames',
    'unknown_sender',
  ]);
  const size = { gtin: gtinOf(2), net_content_value: 5, net_content_unit: 'g' };
  expect(await risksOf(await submit(size))).toEqual(['operator_word', 'unknown_sender']);
  expect(await risksOf(await submit({ gtin: gtinOf(2), name: 'Mine' }))).toEqual([
    'renames',
    'operator_word',
    'unknown_sender',
  ]);
});

it.each([{ no_allergens_stated: true }, { allergens_other: ['lupin flour'] }, { allergens: ['milk'] }])(
  'sees that %j speaks of an operator’s allergens',
  async (facts) => {
    await insert(4, 'operator', { fields: ['allergens'] });
    expect(await risksOf(await submitFacts(desk.api, { gtin: gtinOf(4), ...facts }))).toEqual([
      'operator_word',
      'unknown_sender',
    ]);
  },
);

it('is high by a link, advertising or profanity, in what another product is offered by too', async () => {
  await insert(1, 'open_food_facts');
  const id = await submitFacts(desk.api, {
    gtin: gtinOf(1),
    country_of_origin: 'Order now at cheap-dune.com',
  });
  expect(await risksOf(id)).toEqual(['unwanted_words', 'unknown_sender']);
  expect((await listOf('?risk=high')).map((one) => one.id)).toEqual([id]);
});

it('compares names without accents, capitals and double blanks', async () => {
  await insert(5, 'open_food_facts', { name: 'Crème brûlée', brand: 'Nestlé' });
  const same = { gtin: gtinOf(5), name: 'CREME  BRULEE', brand: 'nestle' };
  expect(await risksOf(await submitFacts(desk.api, same))).toEqual(['unknown_sender']);
  await submitFacts(desk.api, { name: 'Gâteau basque' });
  expect(await risksOf(await submitFacts(desk.api, { name: 'gateau basque' }))).toEqual([
    'look_alike',
    'unknown_sender',
  ]);
});

it('of a shop is less once something of it was approved', async () => {
  const { key } = await insertKey(desk.database.db);
  const first = await sendItem(desk.api, key, { gtin: gtinOf(11), name: 'Shop 1' });
  expect(await risksOf(first)).toEqual(['unknown_sender']);
  await desk.approved(first);
  expect(await risksOf(await sendItem(desk.api, key, { gtin: gtinOf(12), name: 'Shop 2' }))).toEqual([]);
});

it('orders and narrows the queue, and leads to the riskiest first', async () => {
  const { key } = await insertKey(desk.database.db);
  await desk.approved(await sendItem(desk.api, key, { gtin: gtinOf(21), name: 'Known shop' }));
  await sendItem(desk.api, key, { gtin: gtinOf(22), name: 'None' });
  await submitFacts(desk.api, { name: 'Some 1' });
  await insert(3, 'open_food_facts');
  const high = await submitFacts(desk.api, { gtin: gtinOf(3), name: 'High' });
  const second = await submitFacts(desk.api, { name: 'Some 2' });
  const names = async (query: string) => (await listOf(query)).map(({ name }) => name);
  expect(await names('?sort=riskiest')).toEqual(['High', 'Some 1', 'Some 2', 'None']);
  expect(await names('?risk=high')).toEqual(['High']);
  expect(await names('?risk=some')).toEqual(['Some 1', 'Some 2']);
  expect(await names('?risk=none')).toEqual(['None']);
  const take = async (body: object) =>
    ((await desk.caller.post('/submissions/next?sort=riskiest', body)).body as ClaimedSubmission).id;
  expect(await take({})).toBe(high);
  const third = await take({ after: high });
  expect((await listOf('?q=Some%201')).map(({ id }) => id)).toEqual([third]);
  expect(await take({ after: third })).toBe(second);
});

it('of content that no rule of today would take does not keep it out', async () => {
  await desk.database.db.execute(sql`
    insert into submissions (id, source, content, content_hash)
    select gen_random_uuid(), 'public', content, sha256(content::text::bytea)
    from unnest(array['[]', '"text"', 'null', '{"name": {"a": 1}, "brand": 7}']::jsonb[]) as content`);
  expect(await listOf('')).toHaveLength(4);
});
