import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ReviewRule } from '../../../src/review/rules/rule-contract.ts';
import { createUnknownWarning, decideByRules } from '../../../src/review/rules/run-rules.ts';
import { keepRecords } from '../../../src/review/rules/judge-rules.ts';
import { listRules } from '../../../src/review/rules/rule-store.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import type { ReviewStats } from '../../../src/review/statistics/review-stats-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { signInTestOperator, type TestOperator } from '../../support/callers/test-operator.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { listAudit, submitFacts } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
let admin: TestOperator;
let asAdmin: AdminCaller;
let productId: string;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(async () => {
  await desk.clear();
  await desk.database.db.execute(sql`delete from review_rules`);
  productId = await insertProduct(desk.database.db, { name: 'Orange juice' });
  admin = await signInTestOperator(desk.database.db, 'admin');
  asAdmin = createAdminCaller(desk.api, admin.headers);
});
afterAll(() => desk.database.drop());

const RULE = { name: 'Origins', conditions: { only_facts: ['country_of_origin'] }, suggestion: 'approve' };
/** What the server says: SQLSTATE query_canceled and read_only_sql_transaction. */
const STATEMENT_TIMEOUT = '57014';
const READ_ONLY = '25006';
const COUNTRIES = ['Italy', 'Spain', 'Greece', 'Malta'];

async function switchedOn(rule: object = RULE, hourly_cap?: number): Promise<ReviewRule> {
  const { id, version } = (await desk.asEditor.post('/review-rules', rule)).body as ReviewRule;
  const response = await asAdmin.post(`/review-rules/${id}/switch`, {
    is_automatic: true,
    version,
    hourly_cap,
  });
  expect(response.status, response.text).toBe(200);
  return response.body as ReviewRule;
}
/** Each of a product of its own, so that none is in conflict with the one before. */
async function submitOrigins(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (const country_of_origin of COUNTRIES.slice(0, count)) {
    const own = await insertProduct(desk.database.db, { name: `Juice of ${country_of_origin}` });
    ids.push(await submitFacts(desk.api, { product_id: own, country_of_origin }));
  }
  return ids;
}
const runRules = () => decideByRules(desk.database.db, 0);
const statusesOf = (ids: readonly string[]) => Promise.all(ids.map((id) => desk.findStatus(id)));
const findRule = async () =>
  ((await desk.caller.get('/review-rules')).body as { items: ReviewRule[] }).items[0];
const countMarks = async () =>
  (await desk.database.db.execute<{ n: number }>(sql`select count(*)::int as n from review_rule_marks`))
    .rows[0]?.n;

it('decides nothing until an admin has switched a rule on, and then only what comes in', async () => {
  await desk.asEditor.post('/review-rules', RULE);
  const [before = ''] = await submitOrigins(1);
  expect(await runRules()).toBe(0);
  await desk.database.db.execute(sql`delete from review_rules`);
  const rule = await switchedOn();
  const after = await submitFacts(desk.api, { product_id: productId, country_of_origin: 'Spain' });
  expect(await runRules()).toBe(1);
  expect(await statusesOf([before, after])).toEqual(['pending', 'approved']);
  expect(await findRule()).toMatchObject({ decided_last_hour: 1, switched_on_by: admin.email });
  expect(await countMarks()).toBe(0);
  expect(rule.hourly_cap).toBe(50);
});

it('approves as the rule, for the admin, and is distinct in history, statistics and audit', async () => {
  const { id: ruleId } = await switchedOn();
  const [id = ''] = await submitOrigins(1);
  await runRules();
  const detail = (await desk.caller.get(`/submissions/${id}`)).body as SubmissionDetail;
  expect(detail).toMatchObject({
    status: 'approved',
    reviewed_by: admin.email,
    decided_by_rule: 'Origins',
    can_undo: true,
  });
  const [row] = await listAudit(desk.database.db, id);
  expect(row).toMatchObject({
    action: 'submission.approved',
    actor: `rule:${ruleId}`,
    after: { rule: 'Origins', on_behalf_of: admin.id },
  });
  const stats = (await desk.caller.get('/stats/review')).body as ReviewStats;
  expect(stats.by_operator).toContainEqual(
    expect.objectContaining({ actor: `rule:${ruleId}`, rule_name: 'Origins', approved: 1 }),
  );
});

it('rejects with the reason of the rule', async () => {
  await switchedOn({ ...RULE, suggestion: 'reject', reason: 'Origins are not taken.' });
  const [id = ''] = await submitOrigins(1);
  await runRules();
  expect((await desk.api.request().get(`/api/public/submissions/${id}`)).body).toMatchObject({
    status: 'rejected',
    reason: 'Origins are not taken.',
  });
});

it('leaves to operators what an approval is refused for, what they work on, and what a more careful rule names', async () => {
  await switchedOn();
  await desk.asEditor.post('/review-rules', {
    name: 'Suspicious',
    conditions: { needs_proof: true },
    suggestion: 'ask',
  });
  const [claimed = ''] = await submitOrigins(1);
  const careful = await submitFacts(desk.api, {
    product_id: productId,
    country_of_origin: 'Malta',
    source_url: 'https://example.org/juice',
  });
  await desk.caller.post(`/submissions/${claimed}/claim`, {});
  const held = await insertProduct(desk.database.db, {
    name: 'Juice of Austria',
    countryOfOrigin: 'Austria',
    provenance: { operator: ['country_of_origin'] },
  });
  const refused = await submitFacts(desk.api, { product_id: held, country_of_origin: 'Italy' });
  const unsaid = await submitFacts(desk.api, {
    product_id: productId,
    country_of_origin: 'Spain',
    name: 'A',
  });
  expect(await runRules()).toBe(0);
  expect(await statusesOf([claimed, careful, refused, unsaid])).toEqual(Array(4).fill('pending'));
  expect(await countMarks()).toBe(0);
});

it('waits for the pictures of a public submission', async () => {
  await switchedOn();
  const [id = ''] = await submitOrigins(1);
  expect(await decideByRules(desk.database.db)).toBe(0);
  expect(await countMarks()).toBe(1);
  await desk.database.db.execute(
    sql`update submissions set created_at = now() - interval '3 minutes' where id = ${id}`,
  );
  expect(await decideByRules(desk.database.db)).toBe(1);
});

it('stops at the cap of the hour, and leaves the rest', async () => {
  await switchedOn(RULE, 2);
  const ids = await submitOrigins(3);
  expect(await runRules()).toBe(2);
  expect(await statusesOf(ids)).toEqual(['approved', 'approved', 'pending']);
  expect(await runRules()).toBe(0);
});

it('never decides again what was taken back, and stops after the second', async () => {
  const { id: ruleId } = await switchedOn();
  const ids = await submitOrigins(3);
  await runRules();
  const undo = (id = '') => desk.asEditor.post(`/submissions/${id}/undo`, {});
  expect((await undo(ids[0])).status).toBe(200);
  expect(await runRules()).toBe(0);
  expect(await findRule()).toMatchObject({ is_automatic: true });
  expect((await undo(ids[1])).status).toBe(200);
  expect(await findRule()).toMatchObject({ is_automatic: false, switched_on_by: null });
  expect((await listAudit(desk.database.db, ruleId)).at(-1)).toMatchObject({
    action: 'review_rule.stopped',
    actor: `operator:${desk.editor.id}`,
    after: { is_automatic: false, undone: 2, of: 3 },
  });
  const [later = ''] = await submitOrigins(1);
  expect(await runRules()).toBe(0);
  expect(await statusesOf([...ids, later])).toEqual(['pending', 'pending', 'approved', 'pending']);
});

it('waits while a rule has a condition that only a later release knows', async () => {
  const { db } = desk.database;
  await switchedOn();
  await desk.asEditor.post('/review-rules', { ...RULE, name: 'Careful', suggestion: 'ask' });
  await db.execute(sql`update review_rules set conditions = conditions || '{"sent_at_night": true}'`);
  const [id = ''] = await submitOrigins(1);
  expect(await runRules()).toBe(0);
  await db.execute(sql`update review_rules set conditions = conditions - 'sent_at_night' where is_automatic`);
  expect(await runRules()).toBe(0);
  const detail = (await desk.caller.get(`/submissions/${id}`)).body as SubmissionDetail;
  expect(detail).toMatchObject({ status: 'pending', suggested: null });
  await db.execute(sql`delete from review_rules where name = 'Careful'`);
  expect(await runRules()).toBe(1);
  expect(await desk.findStatus(id)).toBe('approved');
});

it('is said to wait, and once in the log of each process', async () => {
  const { db } = desk.database;
  await switchedOn();
  await desk.asEditor.post('/review-rules', { ...RULE, name: 'Careful', suggestion: 'ask' });
  await db.execute(
    sql`update review_rules set conditions = conditions || '{"sent_at_night": true}' where not is_automatic`,
  );
  const items = await listRules(db);
  expect(items.map((rule) => [rule.name, rule.has_unknown_condition])).toEqual([
    ['Careful', true],
    ['Origins', false],
  ]);
  const lines: unknown[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const warn = createUnknownWarning(createLogger('test', 'warn', { write }));
  for (let look = 0; look < 2; look++) await keepRecords(db, warn);
  expect(lines).toMatchObject([{ rule: items[0]?.id, level: 40 }]);
});

it('rests when its admin is one no longer', async () => {
  await switchedOn();
  await desk.database.db.execute(sql`update operators set role = 'editor' where id = ${admin.id}`);
  const [id = ''] = await submitOrigins(1);
  expect(await runRules()).toBe(0);
  expect(await desk.findStatus(id)).toBe('pending');
});

it('decides each submission once, however many processes run rules', async () => {
  await switchedOn();
  const ids = await submitOrigins(4);
  const decided = await Promise.all([1, 2, 3].map(() => runRules()));
  expect(decided.reduce((sum, count) => sum + count)).toBe(4);
  expect(await statusesOf(ids)).toEqual(ids.map(() => 'approved'));
});

it('does not count its own decisions as right', async () => {
  const { id: ruleId } = await switchedOn();
  await submitOrigins(2);
  await runRules();
  expect((await desk.caller.get(`/review-rules/${ruleId}/record`)).body).toMatchObject({
    decisions: 0,
    right: 0,
  });
});

/** Lets each change of one submission fail in the database with this code, while `run` runs. */
async function whileChangesFail(id: string, code: string, run: () => Promise<void>): Promise<void> {
  const { db } = desk.database;
  await db.execute(
    sql.raw(`
    create function fail_update() returns trigger language plpgsql as $$
      begin raise exception 'broken' using errcode = '${code}'; end $$;
    create trigger fail_update before update on submissions for each row when (old.id = '${id}')
      execute function fail_update()`),
  );
  try {
    await run();
  } finally {
    await db.execute(sql`drop trigger fail_update on submissions`);
    await db.execute(sql`drop function fail_update`);
  }
}

it('leaves to operators what fails unexpectedly, and goes on with what came after it', async () => {
  await switchedOn();
  const [failing = '', next = ''] = await submitOrigins(2);
  await whileChangesFail(failing, 'P0001', async () => {
    await expect(runRules()).rejects.toThrow();
    expect(await runRules()).toBe(1);
    expect(await statusesOf([failing, next])).toEqual(['pending', 'approved']);
  });
});

it('leaves to operators what times out three times, and then goes on with what came after it', async () => {
  await switchedOn();
  const [slow = '', next = ''] = await submitOrigins(2);
  const timeouts = new Map<string, number>();
  const run = () => decideByRules(desk.database.db, 0, timeouts);
  await whileChangesFail(slow, STATEMENT_TIMEOUT, async () => {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await countMarks()).toBe(2);
      await expect(run()).rejects.toThrow();
    }
    expect(timeouts).toEqual(new Map());
    expect(await run()).toBe(1);
    expect(await statusesOf([slow, next])).toEqual(['pending', 'approved']);
  });
});

it('waits while the database takes no writes, however long', async () => {
  await switchedOn();
  const [waiting = ''] = await submitOrigins(1);
  const timeouts = new Map<string, number>();
  await whileChangesFail(waiting, READ_ONLY, async () => {
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await expect(decideByRules(desk.database.db, 0, timeouts)).rejects.toThrow();
    }
  });
  expect(await decideByRules(desk.database.db, 0, timeouts)).toBe(1);
});
