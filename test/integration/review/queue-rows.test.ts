import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueuedSubmission } from '../../../src/review/queue/queue-contract.ts';
import { sql } from 'drizzle-orm';
import { ensureCategory, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { signInTestOperator, type TestOperator } from '../../support/callers/test-operator.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createFolderStorage } from '../../../src/review/pictures/storage/folder-storage.ts';
import {
  createPictureRoot,
  drawJpeg,
  sentPicture,
  submitProduct,
} from '../../support/pictures/test-pictures.ts';
import { sendItem, submitFacts } from '../../support/review/test-submissions.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { gtinOf } from '../../support/imports/export-file.ts';

describe('a row of the queue', () => {
  let database: TestDatabase;
  let api: TestApi;
  let reviewer: TestOperator;
  let asReviewer: AdminCaller;
  let productId: string;
  const pictures = createPictureRoot();

  beforeAll(async () => {
    database = await createTestDatabase();
    api = createTestApi(database, { pictureStorage: createFolderStorage(pictures.root) });
    reviewer = await signInTestOperator(database.db, 'reviewer');
    asReviewer = createAdminCaller(api, reviewer.headers);
    await ensureCategory(database.db, 'food/juices');
    productId = await insertProduct(database.db, {
      name: 'Apple juice',
      category: 'food/juices',
      food: { nutriments: { fat_g: 1 }, nutritionBasis: '100g' },
      countryOfOrigin: 'Austria',
    });
  });
  afterAll(async () => {
    pictures.remove();
    await database.drop();
  });

  async function rowOf(id: string): Promise<QueuedSubmission | undefined> {
    const { body } = await asReviewer.get('/submissions?size=100');
    return (body as { items: QueuedSubmission[] }).items.find((row) => row.id === id);
  }

  it('tells a new product, and one of a name that waits already', async () => {
    const first = await submitFacts(api, { name: 'Pear juice', category: 'juices' });
    const second = await submitFacts(api, { name: 'Pear juice', brand: 'Orchard' });
    expect(await rowOf(first)).toMatchObject({
      standing: 'new',
      changes: ['category', 'name'],
      conflicts: [],
      picture: null,
      sender_record: 'unproven',
    });
    expect(await rowOf(second)).toMatchObject({ standing: 'duplicate', changes: ['brand', 'name'] });
  });

  it('lists what a submission adds to a product, and what it changes', async () => {
    const same = await submitFacts(api, { product_id: productId, name: 'Apple juice' });
    const more = await submitFacts(api, { product_id: productId, nutriments: { salt_g: 0.1 } });
    const other = await submitFacts(api, {
      product_id: productId,
      nutriments: { fat_g: 2 },
      country_of_origin: 'Italy',
      note: 'Seen in a shop',
    });
    expect(await rowOf(same)).toMatchObject({ standing: 'correction', changes: [], conflicts: [] });
    expect(await rowOf(more)).toMatchObject({ standing: 'correction', changes: ['nutriments'] });
    expect(await rowOf(other)).toMatchObject({
      standing: 'conflict',
      changes: ['country_of_origin', 'nutriments'],
      conflicts: ['country_of_origin', 'nutriments'],
    });
  });

  it('tells the record of the account that sent it', async () => {
    const { key, accountId } = await insertKey(database.db);
    const id = await sendItem(api, key, { gtin: gtinOf(7), name: 'Sent' });
    expect(await rowOf(id)).toMatchObject({ sender_record: 'unproven' });
    await database.db.execute(
      sql`update backflow_senders set approved = 19, rejected = 1 where account_id = ${accountId}`,
    );
    expect(await rowOf(id)).toMatchObject({ sender_record: 'good' });
  });

  it('shows its picture, and is found by it', async () => {
    const submission = await submitProduct(api, { name: 'Photographed' });
    const { id } = submission;
    const row = await rowOf(id);
    expect(row?.picture).toBeNull();
    await sentPicture(api, submission, await drawJpeg());
    const { body } = await asReviewer.get('/submissions?has_pictures=true');
    const items = (body as { items: QueuedSubmission[] }).items;
    expect(items.map((item) => item.id)).toEqual([id]);
    const picture = await api
      .request()
      .get(items[0]?.picture ?? '')
      .set(reviewer.headers);
    expect(picture.headers['content-type']).toBe('image/webp');
  });
});
