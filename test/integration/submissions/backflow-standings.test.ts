import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BackflowResult } from '../../../src/review/submissions/backflow-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertKey } from '../../support/callers/test-limits.ts';

let database: TestDatabase;
let api: TestApi;
let key: string;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  ({ key } = await insertKey(database.db));
});
afterAll(() => database.drop());

const send = async (...gtins: string[]): Promise<BackflowResult['results']> => {
  const items = gtins.map((gtin) => ({ gtin }));
  const { body } = await api.submit('/backflow', { items }, { 'X-API-Key': key });
  return (body as BackflowResult).results;
};
const submit = async (gtin: string, name: string): Promise<string> =>
  ((await api.submit('/submissions', { gtin, name })).body as { id: string }).id;

it('a barcode that a product has and a submission waits for exists: whose it is comes before who asks', async () => {
  await submit(gtinOf(1), 'Submitted before the product was made');
  const id = await insertProduct(database.db, { gtins: [gtinOf(1)] });
  expect(await send(gtinOf(1))).toEqual([
    expect.objectContaining({ result: 'exists', product_id: id, submission_id: null }),
  ]);
});

it('a barcode with several pending submissions names the oldest of them', async () => {
  const [first] = [await submit(gtinOf(2), 'First submission'), await submit(gtinOf(2), 'Second submission')];
  expect(await send(gtinOf(2))).toEqual([
    expect.objectContaining({ result: 'duplicate', submission_id: first }),
  ]);
});
