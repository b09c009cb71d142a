import { afterAll, beforeAll, expect, it } from 'vitest';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';
import { startProgram } from '../../support/servers/started-program.ts';
import { nightBefore, openUpstreamDesk, type UpstreamDesk } from '../../support/upstreams/upstream-desk.ts';
import { COMPARED_PRODUCTS, createKilledRuns } from '../../support/upstreams/killed-runs.ts';
import { WHOLE } from '../../support/upstreams/upstream-server.ts';
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

it('a week of deltas with kills in each phase gives the catalogue of one import of the last state', async () => {
  const { server } = desk;
  const runs = createKilledRuns(desk);
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
  const position = async () => (await desk.state()).position;

  const half = await runs.killInDownload(WHOLE);
  await runs.killAtTable('products');
  expect(server.requests).toContain(`${WHOLE} bytes=${half}-`);
  // Every row is saved, but not that the file is done.
  await runs.killAtTable('sources');
  expect(await position()).toBeNull();
  expect(await desk.catalogue.countProducts()).toBe(150);

  // In the order of a run: what earlier ones left, the request, the index, the begin of a file, its content, its import.
  await runs.killAtTable('upstream_runs');
  await runs.killInDownload(first);
  expect(await position()).toBeLessThan(nightBefore(6.5));
  await runs.killAtTable('upstreams');
  await runs.killAtIndex(1);
  await runs.killInIndex();
  await runs.killAtTable('upstreams', 'upstream_runs');
  await runs.killBeforeImport(first);
  await runs.killAtTable('provenance');
  await runs.killAtTable('sources');
  // Its end: the position, the row of the run.
  await runs.killAtTable('sources', 'upstreams');
  await runs.killAtTable('sources', 'upstream_runs');
  expect(await position()).toBeLessThan(nightBefore(6.5));
  await runs.killInDownload(second);
  await runs.killInDownload(third);
  // The end of the run: a look for what appeared meanwhile, a look how old the newest delta is, the outcome.
  await runs.killAtIndex(2);
  expect(await position()).toBe(Number(/_(\d+)\.json/.exec(names.at(-1) ?? '')?.[1]));
  await runs.killAtIndex(2);
  // Postgres may still do the last statement of a process that is gone, so the outcome may be saved or not.
  await runs.killAtIndex(2, 'upstreams');
  await runs.finish();

  expect(server.requests.filter((one) => one === WHOLE || one.startsWith(`${WHOLE} `))).toHaveLength(2);
  const files = (await desk.runs()).toReversed();
  expect(files.filter(({ state: was }) => was === 'done').map(({ file }) => file)).toEqual([WHOLE, ...names]);
  const last = await once.exports.writeJsonLines('last.jsonl.gz', [...state.values()]);
  await once.run(last);
  const expected = await once.query(COMPARED_PRODUCTS);
  expect(expected.length).toBe(state.size);
  expect(await desk.catalogue.query(COMPARED_PRODUCTS)).toEqual(expected);
});

it('one run is under way at a time, whichever process begins it', async () => {
  const client = await desk.catalogue.database.pool.connect();
  await client.query('begin; lock table upstreams in access exclusive mode');
  const runs = createKilledRuns(desk);
  const program = runs.start();
  await waitFor('the first at the lock', () => runs.isWaitingFor('upstreams'));
  const other = runs.start();
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
