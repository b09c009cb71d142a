import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = path.join(ROOT, 'src/platform/db/functions');
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.sql'),
);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('every function of the database has a file of its name, and no file is left over', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by 1`);
  expect(files.map((file) => path.basename(file, '.sql')).sort()).toEqual(rows.map(({ name }) => name));
});

test.each(files)('%s says why it is in the database, and is what the database has', async (file) => {
  const text = readFileSync(path.join(FOLDER, file), 'utf8');
  expect(text).toMatch(/^-- In the database because /m);
  const { rows } = await database.pool.query<{ body: string }>(
    'select prosrc as body from pg_proc where proname = $1',
    [path.basename(file, '.sql')],
  );
  expect(text.split('$$')[1]).toBe(rows[0]?.body);
});

/** The last migration that changes functions: later changes are changes of files, which `db:migrate` runs. */
const LAST = '0019';

test('a function is changed in its file, as a migration would be undone by the file', () => {
  const folder = path.join(ROOT, 'migrations');
  const later = readdirSync(folder).filter((name) => name.endsWith('.sql') && name.slice(0, 4) > LAST);
  const replacing = later.filter((name) =>
    /or\s+replace\s+function/i.test(readFileSync(path.join(folder, name), 'utf8')),
  );
  expect(replacing).toEqual([]);
});

test('docs/architecture.md lists what each write fires', async () => {
  const { rows } = await database.pool.query<{ line: string }>(`
    with fired as (
      select tgrelid::regclass::text as name, p.proname,
        string_agg(distinct event.name, ', ' order by event.name) as events
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        join (values (4, 'insert'), (8, 'delete'), (16, 'update'), (32, 'truncate')) as event (bit, name)
          on t.tgtype & event.bit <> 0
      where not tgisinternal and p.pronamespace = 'public'::regnamespace group by 1, 2)
    select '| \`' || name || '\` | ' || string_agg(events || ': \`' || proname || '\`', '; ' order by events, proname) || ' |' as line
    from fired group by name order by name`);
  const docs = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8')
    .replaceAll(/ +/g, ' ')
    .split('\n');
  const start = docs.findIndex((line) => line.startsWith('| a write to |')) + 2;
  const listed = docs.slice(start, docs.indexOf('', start));
  expect(listed).toEqual(rows.map(({ line }) => line));
});
