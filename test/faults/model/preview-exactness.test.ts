import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApprovalPreview } from '../../../src/review/decisions/preview-contract.ts';
import type { Approval } from '../../../src/review/decisions/review-contract.ts';
import type { Undone } from '../../../src/review/undo/undo-contract.ts';
import { ensureCategory, insertProduct, type ProductFacts } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import {
  compareValues,
  plainChanges,
  readProductFacts,
  readProductRows,
  readValues,
} from '../../support/catalogue/stored-product.ts';
import { errorOf, submitFacts } from '../../support/review/test-submissions.ts';

const RUNS = 60;

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
  await ensureCategory(desk.database.db, 'food/juices');
});
afterAll(() => desk.database.drop());

const amounts = fc.dictionary(
  fc.constantFrom('fat_g', 'sugars_g', 'salt_g', 'proteins_g'),
  fc.integer({ min: 0, max: 9 }),
  {
    minKeys: 1,
    noNullPrototype: true,
  },
);
const attributes = fc.dictionary(
  fc.constantFrom('colour', 'constructor', 'model'),
  fc.constantFrom('a', 'b', 3, true),
  {
    minKeys: 1,
    noNullPrototype: true,
  },
);
const name = fc.constantFrom('Orange juice', 'ORANGE JUICE', 'Apple juice');
const brand = fc.constantFrom('Dune', 'dune', 'Brook');
const basis = fc.constantFrom('100g' as const, '100ml' as const, 'serving' as const);
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const source = fc.constantFrom('open_food_facts', 'community', 'operator');

const product = fc.record(
  {
    name,
    brand: some(brand),
    category: fc.constantFrom('food/juices', 'uncategorized-food', 'uncategorized-general'),
    countryOfOrigin: some(fc.constantFrom('Spain', 'Italy')),
    netContentValue: some(fc.constantFrom(1, 500)),
    netContentUnit: some(fc.constantFrom('l', 'ml')),
    attributes: some(attributes),
    nutriments: some(amounts),
    nutritionBasis: some(basis),
    hasFood: fc.boolean(),
    hasBarcode: fc.boolean(),
    spokenBy: fc.array(source, { minLength: 1, maxLength: 2 }),
  },
  { noNullPrototype: true },
);
const submission = fc.record(
  {
    name: some(name),
    brand: some(brand),
    category: some(fc.constantFrom('juices', 'uncategorized-general')),
    country_of_origin: some(fc.constantFrom('spain', 'Italy')),
    net_content_value: some(fc.constantFrom(1, 0.5, 500)),
    net_content_unit: some(fc.constantFrom('l', 'ml')),
    ingredients_text: some(fc.constantFrom('Oranges', 'Apples')),
    attributes: some(attributes),
    nutriments: some(amounts),
    nutrition_basis: some(basis),
    nutri_score: some(fc.constantFrom('a', 'b')),
    msrp: some(
      fc.record({ amount: fc.constantFrom(0, 2.5), currency: fc.constant('EUR') }, { noNullPrototype: true }),
    ),
  },
  { noNullPrototype: true },
);
const decision = fc.constantFrom('take' as const, 'keep' as const);
const overrides = fc.record(
  {
    brand: some(fc.constantFrom('Cliff', null)),
    country_of_origin: some(fc.constantFrom('Spain', null)),
    nutriments: some(fc.constantFrom({ fat_g: 1 }, null)),
    nutrition_basis: some(basis),
    allergens: some(fc.constantFrom(['milk'], [])),
    msrp: some(fc.constant({ amount: 9, currency: 'EUR' })),
  },
  { noNullPrototype: true },
);

type Generated = typeof product extends fc.Arbitrary<infer Value> ? Value : never;

interface Case {
  product: Generated | undefined;
  submission: Record<string, unknown>;
  answer: 'take' | 'keep';
  decisions: Record<string, 'take' | 'keep'>;
  overrides: object | undefined;
}
const cases: fc.Arbitrary<Case> = fc.record({
  product: fc.option(product, { nil: undefined, freq: 4 }),
  submission,
  answer: decision,
  decisions: fc.dictionary(fc.constantFrom('name', 'brand', 'nutriments', 'net_content'), decision, {
    maxKeys: 2,
    noNullPrototype: true,
  }),
  overrides: fc.option(overrides, { nil: undefined, freq: 2 }),
});

async function insertGenerated(facts: Generated): Promise<string> {
  const { hasFood, hasBarcode, spokenBy, nutriments, nutritionBasis, ...row } = facts;
  const fields = ['name', 'brand', 'nutriments', 'net_content', 'country_of_origin'] as const;
  const given: ProductFacts = JSON.parse(JSON.stringify(row)) as ProductFacts;
  return await insertProduct(desk.database.db, {
    ...given,
    kind: row.category.endsWith('general') ? 'general' : 'food',
    gtins: hasBarcode ? [gtinOf(1)] : [],
    ...(hasFood ? { food: { nutriments: nutriments ?? null, nutritionBasis: nutritionBasis ?? null } } : {}),
    provenance: Object.fromEntries(spokenBy.map((code) => [code, [...fields]])),
  });
}

const dropStamps = (rows: unknown) => JSON.parse(JSON.stringify(rows)) as unknown;

it(
  'a preview says exactly what the approval changes, undo puts back every row, and redo ends as one approval does',
  { timeout: 240_000 },
  async () => {
    const { db } = desk.database;
    let approved = 0;
    await fc.assert(
      fc.asyncProperty(
        cases,
        async ({ product: generated, submission: facts, answer, decisions, overrides: own }) => {
          await desk.clear();
          await db.execute(sql`delete from brands`);
          const productId = generated ? await insertGenerated(generated) : null;
          const body = {
            ...facts,
            name: facts['name'] ?? 'New',
            gtin: gtinOf(1),
            ...(productId ? { product_id: productId } : {}),
          };
          const id = await submitFacts(desk.api, JSON.parse(JSON.stringify(body)) as object);
          const [values, rows] = [
            await readValues(db, productId),
            productId && (await readProductRows(db, productId)),
          ];
          const brands = (await db.execute(sql`select id, name from brands order by id`)).rows;

          let request: object = { decisions, ...(own ? { overrides: own } : {}) };
          let response = await desk.asEditor.post(`/submissions/${id}/preview`, request);
          if (response.status === 200) {
            const { undecided } = response.body as ApprovalPreview;
            if (undecided.length > 0) {
              expect(errorOf(await desk.asEditor.post(`/submissions/${id}/approve`, request)).code).toBe(
                'decision_required',
              );
              const answers = Object.fromEntries(undecided.map(({ group }) => [group, answer]));
              request = { ...request, decisions: { ...decisions, ...answers } };
              response = await desk.asEditor.post(`/submissions/${id}/preview`, request);
            }
          }
          // What cannot be approved cannot be previewed either, and the same is said.
          if (response.status !== 200) {
            const refused = await desk.asEditor.post(`/submissions/${id}/approve`, request);
            expect([refused.status, errorOf(refused).code]).toEqual([
              response.status,
              errorOf(response).code,
            ]);
            return;
          }
          const preview = response.body as ApprovalPreview;
          expect(preview.undecided).toEqual([]);
          // Nothing was written by looking.
          expect(productId && (await readProductRows(db, productId))).toEqual(rows);

          const answered = await desk.asEditor.post(`/submissions/${id}/approve`, {
            ...request,
            seen: preview.seen,
          });
          expect(answered.status, answered.text).toBe(200);
          approved += 1;
          const approval = answered.body as Approval;
          const stored = compareValues(values, await readValues(db, approval.product_id));
          expect(plainChanges(preview.changes)).toEqual(stored);
          expect(approval.changes).toEqual(preview.changes);
          expect(approval.source_changes).toEqual(preview.source_changes);
          const once = await readProductFacts(db, approval.product_id);

          const undo = await desk.asEditor.post(`/submissions/${id}/undo`, {});
          expect(undo.status, undo.text).toBe(200);
          const undone = undo.body as Undone;
          expect(undone.is_product_removed).toBe(approval.is_new_product);
          expect(plainChanges(undone.changes)).toEqual(
            stored
              .map(({ what, effect, before, after }) => ({
                what,
                effect: effect === 'add' ? 'delete' : effect === 'delete' ? 'add' : 'change',
                before: after,
                after: before,
              }))
              .filter(({ what }) => !(approval.is_new_product && what === '')),
          );
          expect(productId && dropStamps(await readProductRows(db, productId))).toEqual(dropStamps(rows));
          expect((await db.execute(sql`select id, name from brands order by id`)).rows).toEqual(brands);
          const again = await desk.asEditor.post(`/submissions/${id}/approve`, {
            ...request,
            seen: preview.seen,
          });
          expect(again.status, again.text).toBe(200);
          expect(await readProductFacts(db, (again.body as Approval).product_id)).toEqual(once);
        },
      ),
      { numRuns: RUNS, seed: 20261122 },
    );
    // The refused ones are not what this is about.
    expect(approved).toBeGreaterThan(RUNS / 2);
  },
);
