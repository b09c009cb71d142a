import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseGtin } from '../../../src/facts/values/gtin.ts';
import { COMPARISONS, countAgreement, type Agreement } from '../../support/compatible/off-agreement.ts';
import { createOffDesk, type OffDesk } from '../../support/compatible/off-desk.ts';
import { DIALECT_ROWS } from '../../support/compatible/off-dialect-rows.ts';

/** Lines of Open Food Facts' JSONL export, compressed; its own sample of 1,000 products has the figures of the docs. */
const SAMPLE = process.env['OFF_SAMPLE'];

type Row = Record<string, unknown>;

let desk: OffDesk;
let rows: Row[];
let agreement: Map<string, Agreement>;
let unread: Row[];

async function readBack(given: Row[]): Promise<void> {
  rows = given;
  desk = await createOffDesk(given);
  const answers = [];
  for (const row of rows) {
    const { body } = await desk.read(`/off/api/v2/product/${String(row['code'])}`);
    answers.push({ row, told: (body as { product?: Row }).product });
  }
  unread = answers.filter(({ told }) => !told).map(({ row }) => row);
  agreement = countAgreement(answers.flatMap(({ row, told }) => (told ? [{ row, told }] : [])));
}

const shareOf = (field: string) => {
  const { given, agreeing } = agreement.get(field) ?? { given: 0, agreeing: 0 };
  return given === 0 ? 1 : agreeing / given;
};

describe('invented rows, imported and read back', () => {
  beforeAll(async () => await readBack(DIALECT_ROWS));
  afterAll(async () => await desk.close());

  test.each(Object.keys(COMPARISONS))('agree in %s', (field) => {
    expect(agreement.get(field)?.differing).toEqual([]);
  });
});

describe.runIf(SAMPLE)('the rows of a sample, imported and read back', () => {
  beforeAll(async () => {
    const lines = gunzipSync(await readFile(SAMPLE ?? '')).toString('utf8');
    await readBack(
      lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Row),
    );
    const table = [...agreement].map(([field, { given, agreeing, differing }]) => ({
      field,
      given,
      agreeing,
      share: shareOf(field).toFixed(3),
      differing: differing.slice(0, 3).join(' '),
    }));
    console.table(table);
    console.log(`${unread.length} of ${rows.length} rows have no barcode or no name, and cannot be read.`);
  });
  afterAll(async () => await desk.close());

  test('are found by their codes where those are barcodes and a name is there', () => {
    const hasName = (row: Row) =>
      Object.keys(row).some(
        (key) => /^product_name(_[a-z]{2})?$/.test(key) && /\p{L}/u.test(String(row[key])),
      );
    const lost = unread.filter((row) => parseGtin(String(row['code'])).ok && hasName(row));
    expect(lost.map(({ code }) => code)).toEqual([]);
    expect(unread.length / rows.length).toBeLessThanOrEqual(0.06);
  });

  test.each(Object.entries(COMPARISONS))('agree in %s', (field, { least }) => {
    expect(agreement.get(field)?.given).toBeGreaterThan(0);
    expect(shareOf(field)).toBeGreaterThanOrEqual(least);
  });
});
