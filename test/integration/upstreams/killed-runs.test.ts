import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';
import { startProgram, type StartedProgram } from '../../support/servers/started-program.ts';
import { nightBefore, openUpstreamDesk, type UpstreamDesk } from '../../support/upstreams/upstream-desk.ts';
import { breakOff, WHOLE } from '../../support/upstreams/upstream-server.ts';
import { waitFor } from '../../support/wait-for.ts';

type Row = Record<string, unknown> & { code: string };

let desk: UpstreamDesk;
let once: ImportCatalogue;
beforeAll(async () => {
  desk = await openUpstreamDesk();
  once = await createImportCatalogue();
});
afterAll(async () => {
  await desk.remove();
  await once.remove();
});

/** Rows as the export has them: many with few facts, some with many. */
const state = new Map<string, Row>();
const makeRow = (number: number, version: number): Row => ({
  code: gtinOf(number),
  product_name: `Product ${number} of day ${version}`,
  brands: `Brand ${(number * 7 + version) % 13}`,
  quantity: `${100 + ((number + version) % 9) * 50} g`,
  categories_tags: number % 3 === 0 ? ['en:snacks', 'en:biscuits'] : [],
  labels_tags: version % 2 === 0 && number % 5 === 0 ? ['en:organic'] : [],
  nutriments: number % 2 === 0 ? { fat_100g: (number + version) % 40, proteins_100g: 3 } : {},
  ingredients_text: number % 4 === 0 ? `oats, milk, sugar ${version}` : '',
  obsolete: number % 11 === version ? 'on' : '',
  last_modified_t: 1_790_000_000 + version * 86_400 + number,
});
const changeDay = (version: number): Row[] => {
  const changed = Array.from({ length: 60 }, (_, i) => makeRow(version * 23 + i * 3, version));
  for (const row of changed) state.set(row.code, row);
  return changed;
};

const start = (): StartedProgram => startProgram('src/cli/sources', desk.environment);
const finish = async () => {
  const program = start();
  expect(await program.ended, program.errors()).toBe(0);
};
/** Kills a run when it has come to a place. */
async function kill(what: string, isThere: () => boolean | Promise<boolean>): Promise<void> {
  const program = start();
  await waitFor(what, isThere);
  program.kill('SIGKILL');
  expect(await program.ended).toBeNull();
  await waitFor('the end of its lock', async () => {
    const rows = await desk.catalogue.query(
      `select 1 from pg_stat_activity where application_name = 'factshelf-sources-lock' and datname = current_database()`,
    );
    return rows.length === 0;
  });
}
const isWaitingForLock = async () =>
  (
    await desk.catalogue.query(
      `select 1 from pg_stat_activity where application_name = 'factshelf-import' and datname = current_database()
     and wait_event_type = 'Lock'`,
    )
  ).length > 0;
async function killAtLock(what: string, statement: string): Promise<void> {
  const client = await desk.catalogue.database.pool.connect();
  await client.query(`begin; ${statement}`);
  try {
    await kill(what, isWaitingForLock);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const partSize = (name: string) => {
  const part = path.join(desk.folder, 'open_food_facts', `${name}.part`);
  return existsSync(part) ? statSync(part).size : 0;
};
/** Kills a run when half of a file has arrived. */
async function killInDownload(name: string, key: string): Promise<number> {
  const file = desk.server.files.get(key);
  if (!(file instanceof Buffer)) throw new Error(`no ${key}`);
  const half = Math.floor(file.length / 2);
  let letGo: (value?: unknown) => void = () => undefined;
  const held = new Promise((resolve) => {
    letGo = resolve;
  });
  desk.server.files.set(
    key,
    breakOff(file, () => held),
  );
  await kill('half of the file', () => partSize(name) === half);
  letGo();
  desk.server.files.set(key, file);
  return half;
}

/** What both catalogues must have in common: everything but ids, versions and times of this catalogue. */
const PRODUCTS = `
  select b.gtin14, br.name as brand, c.code as category, p.status, p.name, p.net_content_value, p.net_content_unit,
    p.quality_score, to_jsonb(f) - 'product_id' as food,
    (select jsonb_object_agg(field, codes) from (
      select field, jsonb_agg(s.code order by s.code) as codes
      from field_provenance fp join sources s on s.id = fp.source_id
      where fp.product_id = p.id group by field) as by_field) as suppliers
  from products p join barcodes b on b.product_id = p.id left join brands br on br.id = p.brand_id
    join categories c on c.id = p.category_id left join food_details f on f.product_id = p.id
  order by b.gtin14`;

it('a week of deltas with kills in each phase gives the catalogue of one import of the last state', async () => {
  const { server } = desk;
  server.modified = new Date(nightBefore(7) * 1_000);
  for (let number = 0; number < 150; number++) {
    const row = makeRow(number, 0);
    state.set(row.code, row);
  }
  server.setWhole([...state.values()]);
  const names = [7, 6, 5, 4, 3, 2, 1].map((days, i) =>
    server.addDelta(nightBefore(days + 0.5), nightBefore(days - 0.5), changeDay(i + 1)),
  );
  const [first = '', second = '', third = ''] = names;

  const half = await killInDownload(WHOLE, WHOLE);
  // Postgres holds the first batch back.
  await killAtLock('the import of the whole file', 'lock table products in share mode');
  expect(server.requests).toContain(`${WHOLE} bytes=${half}-`);
  // Every row is saved, but not that the file is done.
  await killAtLock('the end of the import', 'lock table sources in share mode');
  expect((await desk.state()).position).toBeNull();
  expect(await desk.catalogue.countProducts()).toBe(150);

  await killInDownload(first, `delta/${first}`);
  expect((await desk.state()).position).toBeLessThan(nightBefore(6.5));
  await killAtLock('the import of a delta', 'lock table provenance in share mode');
  await killAtLock('the end of a delta', 'lock table sources in share mode');
  await killInDownload(second, `delta/${second}`);
  await killInDownload(third, `delta/${third}`);
  await finish();

  expect(server.requests.filter((one) => one === WHOLE || one.startsWith(`${WHOLE} `))).toHaveLength(2);
  const runs = (await desk.runs()).toReversed();
  expect(runs.filter(({ state: was }) => was === 'done').map(({ file }) => file)).toEqual([WHOLE, ...names]);
  expect(runs.filter(({ error }) => error === 'The process was killed.')).toHaveLength(8);
  const last = await once.exports.writeJsonLines('last.jsonl.gz', [...state.values()]);
  await once.run(last);
  const expected = await once.query(PRODUCTS);
  expect(expected.length).toBe(state.size);
  expect(await desk.catalogue.query(PRODUCTS)).toEqual(expected);
});

it('one run is under way at a time, whichever process begins it', async () => {
  const client = await desk.catalogue.database.pool.connect();
  await client.query('begin; lock table upstreams in access exclusive mode');
  const program = start();
  await waitFor('the first at the lock', isWaitingForLock);
  const other = start();
  expect(await other.ended).toBe(3);
  expect(other.errors()).toContain('Sources are being brought in step already.');
  await client.query('rollback');
  client.release();
  expect(await program.ended, program.errors()).toBe(0);
});

it('a dry run says what would be fetched, and saves nothing', async () => {
  const { position } = await desk.state();
  const name = desk.server.addDelta(position ?? 0, (position ?? 0) + 60, [makeRow(500, 1)]);
  desk.server.requests.length = 0;
  const program = startProgram('src/cli/sources', desk.environment, undefined, ['--dry-run', '--json']);
  expect(await program.ended, program.errors()).toBe(0);
  const file = desk.server.files.get(`delta/${name}`);
  const url = `${desk.server.address}delta/${name}`;
  expect(JSON.parse(program.output())).toEqual({
    plans: [
      {
        source: 'open_food_facts',
        files: [{ kind: 'delta', name, url, bytes: file instanceof Buffer ? file.length : 0 }],
        reason: null,
        error: null,
      },
    ],
  });
  expect((await desk.state()).position).toBe(position);
});
