import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PoolClient } from 'pg';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const MANY = 40;
const PEOPLE_CHANGED = 3;

let database: TestDatabase;
let client: PoolClient;
const plans: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  for (let n = 0; n < MANY; n++)
    await insertProduct(database.db, { name: `Tea ${n}`, brand: `Brand ${n}`, category: `food/teas-${n}` });
  client = await database.pool.connect();
  client.on('notice', ({ message }) => plans.push(message ?? ''));
  await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on; set auto_explain.log_level = notice; set client_min_messages = notice`);
});
afterAll(async () => {
  client.release(true);
  await database.drop();
});

/** A connection keeps the plan that a function got for its first rows, which may be few. */
test.each([
  ['products', "name = name || 'x'"],
  ['products', 'read_version = version + 1'],
  ['food_details', "nutri_score = case nutri_score when 'a' then 'b' else 'a' end"],
  ['brands', "name = name || 'x'"],
  ['categories', "name = name || 'x'"],
  ['sources', "name = name || 'x'"],
])('an update of many %s, %s, compares each row with itself alone', async (table, change) => {
  const id = table === 'food_details' ? 'product_id' : 'id';
  for (let n = 0; n < PEOPLE_CHANGED; n++)
    await client.query(`update ${table} set ${change} where ${id} = (select ${id} from ${table} limit 1)`);
  plans.length = 0;
  await client.query(`update ${table} set ${change}`);
  const compared = plans.filter((plan) => plan.includes('new_rows') && plan.includes('old_rows'));
  expect(compared.length).toBeGreaterThan(0);
  // A nested loop over the new and the old rows is quadratic.
  for (const plan of compared) expect(parentsOf('Named Tuplestore Scan', plan)).not.toContain('Nested Loop');
});

/** Returns the node above each node of this kind in a plan of Postgres, whose lines are indented by depth. */
function parentsOf(kind: string, plan: string): string[] {
  const nodes = Array.from(
    plan.matchAll(/^( *)(?:-> {2})?([A-Z][A-Za-z ]+?) {2}\(cost/gm),
    ([, indent = '', name = '']) => ({
      depth: indent.length,
      name,
    }),
  );
  return nodes.flatMap(({ name, depth }, at) =>
    name.startsWith(kind) ? (nodes.slice(0, at).findLast((above) => above.depth < depth)?.name ?? []) : [],
  );
}
