import { getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foodDetails, products } from '../../../src/platform/db/schema/catalogue.ts';
import { PART_LIST } from '../../../src/facts/registry/fact-list.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

/** `src/platform/db` imports nothing of ours, so the columns of the schema spell the choices once more: they must be the same. */
const choices = PART_LIST.flatMap(({ name, value, stored }) =>
  value.type === 'choice' && (stored === 'products' || stored === 'food_details')
    ? [{ name, options: value.options, table: stored }]
    : [],
);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('there are such columns', () => {
  expect(choices.map(({ name }) => name)).toContain('nutri_score');
});

it.each(choices)(
  '$name takes the choices of the registry and no others',
  async ({ name, options, table }) => {
    const { rows } = await database.pool.query<{ definition: string }>(
      `select pg_get_constraintdef(c.oid) as definition from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
     where c.contype = 'c' and c.conrelid = $1::regclass and a.attname = $2`,
      [table, name],
    );
    const known = rows.flatMap(({ definition }) =>
      [...definition.matchAll(/'([^']*)'::text/g)].map(([, one]) => one),
    );
    expect(known).toEqual(options);
    const columns = Object.values(getTableColumns(table === 'products' ? products : foodDetails));
    const column = columns.find((one) => one.name === name || one.name === toCamelCase(name));
    // Where the schema names the values for the types too.
    expect([undefined, options]).toContainEqual(column?.enumValues);
  },
);

function toCamelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
