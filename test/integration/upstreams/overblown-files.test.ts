import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createTestApi } from '../../support/test-api.ts';
import { nightBefore, openUpstreamDesk, type UpstreamDesk } from '../../support/upstreams/upstream-desk.ts';

const MB = 1_024 * 1_024;
/** Publishes a delta as the only one of the index. */
function publish(content: Buffer): string {
  desk.server.files.delete('delta/index.txt');
  const name = desk.server.addDelta(position, position + 10, []);
  desk.server.files.set(`delta/${name}`, gzipSync(content, { level: 1 }));
  return name;
}
const lineOf = (name: string) => `${JSON.stringify({ code: gtinOf(1), product_name: name })}\n`;

let desk: UpstreamDesk;
let position: number;
beforeAll(async () => {
  desk = await openUpstreamDesk();
  const { server } = desk;
  server.modified = new Date(nightBefore(1) * 1_000);
  server.setWhole([{ code: gtinOf(1), product_name: 'Oats' }]);
  server.addDelta(nightBefore(2), nightBefore(0), []);
  expect(await desk.run()).toEqual([]);
  position = (await desk.state()).position ?? 0;
});
afterAll(() => desk.remove());

it.each([
  ['one endless line', lineOf('Before a line'), ' '],
  ['endless rows', lineOf('Before rows'), `{}${' '.repeat(9_997)}\n`],
  ['nothing but an endless line', '', 'x'],
])(
  'a delta of some kilobytes that unpacks to %s is refused; the console says so',
  async (_what, row, rest) => {
    const before = await desk.catalogue.findProduct(gtinOf(1));
    const name = publish(Buffer.concat([Buffer.from(row), Buffer.alloc(60 * MB, rest)]));
    expect(await desk.run()).toEqual(['open_food_facts']);

    const operator = await signInTestOperator(desk.catalogue.database.db, 'editor');
    const { body } = await createAdminCaller(createTestApi(desk.catalogue.database), operator.headers).get(
      '/upstreams',
    );
    const { runs } = body as { runs: { file: string; state: string; error: string }[] };
    expect(runs[0]).toMatchObject({ file: name, state: 'failed' });
    expect(runs[0]?.error).toMatch(
      /The file is no data: its first [\d,]+ bytes become more than 5\d,\d{3},\d{3}\./,
    );
    // As with every damage, the rows before it are saved, and the file is due again.
    expect((await desk.state()).position).toBe(position);
    const after = await desk.catalogue.findProduct(gtinOf(1));
    expect(after?.['name']).toBe(
      row === '' ? before?.['name'] : (JSON.parse(row) as { product_name: string }).product_name,
    );
  },
);

it('a large file that compresses as data does is imported', async () => {
  // Of text without a pattern about half is left.
  const noise = (number: number) =>
    Array.from({ length: 1_000 }, (_, i) => Math.imul(number * 1_009 + i, 0x9e3779b1).toString(36)).join(' ');
  const rows = Array.from(
    { length: 9_000 },
    (_, number) => `${JSON.stringify({ code: gtinOf(2), product_name: 'Rye', unused: noise(number) })}\n`,
  );
  const content = Buffer.from(rows.join(''));
  expect(content.length).toBeGreaterThan(60 * MB);
  publish(content);
  expect(await desk.run()).toEqual([]);
  expect((await desk.catalogue.findProduct(gtinOf(2)))?.['name']).toBe('Rye');
});
