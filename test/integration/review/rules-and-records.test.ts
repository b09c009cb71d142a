import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ReviewRule } from '../../../src/review/rules/rule-contract.ts';
import { decideByRules } from '../../../src/review/rules/run-rules.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { sendItem, submitFacts } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
let asAdmin: AdminCaller;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(async () => {
  await desk.clear();
  await desk.database.db.execute(sql`delete from review_rules`);
  const admin = await signInTestOperator(desk.database.db, 'admin');
  asAdmin = createAdminCaller(desk.api, admin.headers);
});
afterAll(() => desk.database.drop());

async function switchedOn(rule: object): Promise<ReviewRule> {
  const { id, version } = (await desk.asEditor.post('/review-rules', rule)).body as ReviewRule;
  const response = await asAdmin.post(`/review-rules/${id}/switch`, { is_automatic: true, version });
  expect(response.status, response.text).toBe(200);
  return response.body as ReviewRule;
}
const runRules = () => decideByRules(desk.database.db, 0);
const statusesOf = (ids: readonly string[]) => Promise.all(ids.map((id) => desk.findStatus(id)));

async function sendTwelve(key: string, from: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1)
    ids.push(
      await sendItem(desk.api, key, {
        gtin: gtinOf(from + n),
        name: `Thing ${from + n}`,
        brand: `Mill ${n}`,
      }),
    );
  return ids;
}
const countSender = async (accountId: string) =>
  (
    await desk.database.db.execute(
      sql`select approved, rejected from backflow_senders where account_id = ${accountId}`,
    )
  ).rows[0];

it('makes no record of a sender by what rules decide, also when the rule is deleted or its decision undone', async () => {
  const { key, accountId } = await insertKey(desk.database.db);
  const opening = await switchedOn({
    name: 'New',
    conditions: { standing: 'new', only_facts: ['name', 'brand', 'barcode'] },
    suggestion: 'approve',
  });
  const ids = await sendTwelve(key, 100);
  await runRules();
  expect(await statusesOf(ids)).toEqual(ids.map(() => 'approved'));
  expect(await countSender(accountId)).toEqual({ approved: 0, rejected: 0 });

  await switchedOn({ name: 'Good', conditions: { sender_record: 'good' }, suggestion: 'approve' });
  const poisoned = await sendItem(desk.api, key, {
    gtin: gtinOf(200),
    name: 'Oats',
    ingredients_text: 'Poison',
  });
  await runRules();
  expect(await desk.findStatus(poisoned)).toBe('pending');
  const detail = (await desk.caller.get(`/submissions/${poisoned}/sender`)).body as object;
  expect(detail).toMatchObject({ record: { approved: 0, approval_rate: null } });
  // A risk of the newcomer stays until an operator approved something.
  const { rows } = await desk.database.db.execute(
    sql`select risk & 1 as risk from submissions where id = ${poisoned}`,
  );
  expect(rows).toEqual([{ risk: 1 }]);

  expect((await asAdmin.delete(`/review-rules/${opening.id}`)).status).toBe(200);
  expect((await asAdmin.post(`/submissions/${ids[0]}/undo`, {})).status).toBe(200);
  expect(await countSender(accountId)).toEqual({ approved: 0, rejected: 0 });
  const again = await sendItem(desk.api, key, { gtin: gtinOf(201), name: 'Rye', ingredients_text: 'Poison' });
  await runRules();
  expect(await desk.findStatus(again)).toBe('pending');
  const judged = await asAdmin.post('/review-rules/record', {
    conditions: { standing: 'new' },
    suggestion: 'approve',
  });
  expect(judged.body).toMatchObject({ decisions: 0 });

  for (const id of await sendTwelve(key, 300)) await desk.approved(id);
  expect(await countSender(accountId)).toEqual({ approved: 12, rejected: 0 });
  await runRules();
  const trusted = await sendItem(desk.api, key, {
    gtin: gtinOf(400),
    name: 'Barley',
    ingredients_text: 'Barley',
  });
  await runRules();
  expect(await desk.findStatus(trusted)).toBe('approved');
});

it('makes no address good by what rules approve, and an approval that is undone takes that back', async () => {
  const countGood = async () => (await desk.database.pool.query('select from good_addresses')).rowCount;
  await desk.database.pool.query('delete from good_addresses');
  await switchedOn({
    name: 'Origins',
    conditions: { only_facts: ['country_of_origin'] },
    suggestion: 'approve',
  });
  const productId = await insertProduct(desk.database.db, { name: 'Orange juice' });
  const id = await submitFacts(desk.api, { product_id: productId, country_of_origin: 'Spain' });
  await runRules();
  expect([await desk.findStatus(id), await countGood()]).toEqual(['approved', 0]);
  const [first, second] = [
    await submitFacts(desk.api, { name: 'Oat flakes' }),
    await submitFacts(desk.api, { name: 'Rye bread' }),
  ];
  await desk.approved(first);
  await desk.approved(second);
  expect(await countGood()).toBe(1);
  expect((await desk.asEditor.post(`/submissions/${first}/undo`, {})).status).toBe(200);
  expect(await countGood()).toBe(1);
  expect((await desk.asEditor.post(`/submissions/${second}/undo`, {})).status).toBe(200);
  expect(await countGood()).toBe(0);
});
