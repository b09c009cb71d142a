import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createHostileDesk, type HostileDesk } from '../../support/review/hostile-desk.ts';
import { STORED_CONTENTS } from '../../support/review/hostile-submissions.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { errorOf, submitFacts } from '../../support/review/test-submissions.ts';

let hostile: HostileDesk;
let key: string;
beforeAll(async () => {
  hostile = await createHostileDesk();
  ({ key } = await insertKey(hostile.desk.database.db, 'internal'));
});
afterAll(() => hostile.desk.database.drop());

describe('a text of which nothing is left to find it by', () => {
  const cases = [
    ['brand', '!!!'],
    ['brand', '\u{20000}'],
    ['name', '\u{20000}!'],
    ['country_of_origin', '???'],
  ] as const;

  it.each(cases)('is refused as a %s of a submission: %s', async (field, value) => {
    const response = await hostile.desk.api.submit('/submissions', { name: 'Milk', [field]: value });
    expect(response.status, response.text).toBe(400);
    expect(errorOf(response)).toMatchObject({
      code: 'validation_failed',
      details: { fields: [{ field, message: 'must have a letter or a digit' }] },
    });
  });

  it.each(cases)('is refused as a %s of back-flow: %s', async (field, value) => {
    const items = [{ gtin: gtinOf(77), name: 'Milk', [field]: value }];
    const { body } = await hostile.desk.api.submit('/backflow', { items }, { 'X-API-Key': key });
    expect(body).toMatchObject({
      results: [{ result: 'invalid', reason: 'invalid_field', message: expect.stringContaining(field) }],
    });
  });

  it.each(cases)('is refused as a %s that an operator writes: %s', async (field, value) => {
    const created = await hostile.desk.asEditor.post('/products', { name: 'Milk', [field]: value });
    expect(created.status, created.text).toBe(400);
    const edited = await hostile.desk.asEditor.patch(`/products/${hostile.known.productIds[0]}`, {
      version: 1,
      [field]: value,
    });
    expect(edited.status, edited.text).toBe(400);
    const id = await submitFacts(hostile.desk.api, { name: `Milk of ${field} ${value.codePointAt(0)}` });
    const approved = await hostile.desk.approve(id, { overrides: { [field]: value } });
    expect(errorOf(approved)).toMatchObject({
      code: 'validation_failed',
      details: { fields: [{ field: `overrides.${field}` }] },
    });
  });
});

describe('whatever is stored', () => {
  it.each(STORED_CONTENTS.map((content) => [JSON.stringify(content).slice(0, 60), content]))(
    'is shown, and can be decided: %s',
    async (_, content) => {
      for (const gtin14 of [null, `0${gtinOf(1)}`, '00000000000000', '02000000000008']) {
        const id = await hostile.insertSubmission(content, gtin14);
        await hostile.expectShown(id);
        await hostile.decide(id);
      }
    },
  );

  it('says of each field that cannot be used why, and takes it when it is overridden or left out', async () => {
    const content = {
      // Not like a product that the contents before have made.
      name: 'Tomato passata',
      brand: '!!!',
      category: 'gone-since',
      nutriments: { gold_g: 1 },
      stars: 5,
    };
    const id = await hostile.insertSubmission(content);
    const detail = await hostile.expectShown(id);
    expect(detail.content).toEqual(content);
    expect(detail.unusable.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { field: 'brand', name: 'brand', value: '!!!', message: 'must have a letter or a digit' },
      {
        field: 'category',
        name: 'category',
        value: 'gone-since',
        message: 'There is no category of this code.',
      },
      {
        field: 'nutriments',
        name: 'nutriments',
        value: { gold_g: 1 },
        message: expect.stringContaining('gold_g'),
      },
      { field: 'stars', name: 'stars', value: 5, message: 'is not a field of a submission' },
    ]);
    const decisions = { nutriments: 'keep', stars: 'keep' };
    const refused = await hostile.desk.approve(id, { decisions });
    await hostile.desk.expectUntouched(id, refused, 'validation_failed');
    expect(errorOf(refused).details).toMatchObject({
      fields: [{ field: 'brand', code: 'unusable' }, { field: 'category' }],
    });
    const approval = await hostile.desk.approved(id, {
      decisions,
      overrides: { brand: 'Dune', category: 'juices' },
    });
    expect(await hostile.desk.findPublicProduct(approval.product_id)).toMatchObject({
      name: 'Tomato passata',
      brand: 'Dune',
      category_path: 'food/juices',
    });
  });

  it('is refused in bulk with the field that cannot be used', async () => {
    const id = await hostile.insertSubmission({ name: 'Milk', brand: '!!!' });
    const { body } = await hostile.desk.caller.post('/submissions/bulk', { action: 'approve', ids: [id] });
    expect(body).toMatchObject({
      results: [{ result: 'refused', code: 'validation_failed', details: { fields: [{ field: 'brand' }] } }],
    });
  });
});
