import { randomInt } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';
import { createRandom } from '../../support/search/query-kinds.ts';
import { COMPARED_PRODUCTS, createKilledRuns } from '../../support/upstreams/killed-runs.ts';
import { nightBefore, openUpstreamDesk, type UpstreamDesk } from '../../support/upstreams/upstream-desk.ts';
import { WHOLE } from '../../support/upstreams/upstream-server.ts';

/** A folder with exports of Open Food Facts (`*.jsonl.gz`), complete or in part. */
const FOLDER = process.env['EXPORTS_DIR'];
const MOST_ROWS = 20_000;
const DAYS = 7;
const EXAMPLES = 5;

type Row = Record<string, unknown> & { code: string };

/** Real rows, each barcode once. */
async function readRows(folder: string): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.jsonl.gz')).toSorted()) {
    const content = createReadStream(path.join(folder, name)).pipe(createGunzip());
    for await (const line of createInterface(content)) {
      const row = JSON.parse(line) as Row;
      const code = row.code.padStart(14, '0');
      if (!rows.has(code)) rows.set(code, row);
      if (rows.size === MOST_ROWS) return [...rows.values()];
    }
  }
  return [...rows.values()];
}

/** They say which facts are of the USDA. A source that was believed for a value stays at it. */
const KEPT = ['code', 'sources'];

/** A product as it may have been before: with some of its facts, another name, or no longer sold. */
function makeEarlier(row: Row, day: number, random: () => number): Row {
  const facts = Object.entries(row).filter(([name]) => KEPT.includes(name) || random() < 0.6);
  return {
    ...Object.fromEntries(facts),
    code: row.code,
    ...(Boolean(row['product_name']) &&
      random() < 0.8 && { product_name: `${String(row['product_name'])} ${day}` }),
    ...(random() < 0.1 && { obsolete: 'on' }),
  };
}

/** The whole file of a first day, and what changed on each of the days after it. At last each row is as it really is. */
function makeWeek(rows: readonly Row[], random: () => number): Row[][] {
  const week: Row[][] = Array.from({ length: DAYS + 1 }, () => []);
  for (const row of rows) {
    const days = week.map((_, day) => day).filter(() => random() < 0.25);
    const last = days.pop() ?? 0;
    for (const day of days) week[day]?.push(makeEarlier(row, day, random));
    week[last]?.push(row);
  }
  return week;
}

describe.runIf(FOLDER)('a week of real products', () => {
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

  it('with kills at each day gives the catalogue of one import of the last state', async () => {
    const seed = randomInt(1_000_000);
    const rows = await readRows(FOLDER ?? '');
    const [whole = [], ...days] = makeWeek(rows, createRandom(seed));
    console.log(
      `replayed-week: ${rows.length} rows, ${days.map(({ length }) => length).join(' ')} changes, seed ${seed}`,
    );
    const { server, catalogue } = desk;
    const runs = createKilledRuns(desk);
    // Read once: deltas of two readings could leave a second between them.
    const last = nightBefore(0);
    const before = (nights: number) => last - nights * 86_400;
    server.modified = new Date(before(DAYS) * 1_000);
    server.setWhole(whole);
    const names = days.map((changed, i) =>
      server.addDelta(before(DAYS - i + 0.5), before(DAYS - i - 0.5), changed),
    );

    await runs.killInDownload(WHOLE);
    await runs.killAtTable('products');
    await runs.killAtTable('sources');
    for (const name of names) {
      await runs.killInDownload(name);
      await runs.killBeforeImport(name);
      await runs.killAtTable('products');
      await runs.killAtTable('sources', 'upstreams');
    }
    await runs.finish();

    const done = (await desk.runs()).filter(({ state }) => state === 'done').toReversed();
    expect(done.map(({ file }) => file)).toEqual([WHOLE, ...names]);
    const state = await once.exports.writeJsonLines('last.jsonl.gz', rows);
    await once.run(state);
    const [expected, replayed] = [
      await once.query(COMPARED_PRODUCTS),
      await catalogue.query(COMPARED_PRODUCTS),
    ];
    expect(expected.length).toBeGreaterThan(rows.length / 2);
    const found = new Map(replayed.map((product) => [product['gtin14'], product]));
    const different = expected.filter((product) => !isSame(product, found.get(product['gtin14'])));
    const examples = different.slice(0, EXAMPLES).map((product) => [product, found.get(product['gtin14'])]);
    expect(examples, `${different.length} differ, seed ${seed}`).toEqual([]);
    expect(replayed.length).toBe(expected.length);
    // The last state once more is no news.
    expect(await catalogue.run(state)).toMatchObject({ created: 0, updated: 0, completed: 0 });
  });
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
