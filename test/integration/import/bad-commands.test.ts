import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importTaxonomy } from '../../../src/import/taxonomy/import-taxonomy.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { NASTY_TEXTS } from '../../support/imports/garbage.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';
import { runImportHere, startImportCommand } from '../../support/imports/import-command.ts';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
  execFileSync('mkfifo', [place('pipe')]);
});
afterAll(async () => await catalogue.remove());

const place = (name: string) => path.join(catalogue.exports.path, name);
async function write(name: string, content: string | Buffer): Promise<string> {
  await writeFile(place(name), content);
  return place(name);
}

const SOURCE = 'source: {code: shop, name: Shop, kind: retailer, trust: 0.5}\nbarcode: ean\n';
const LAUGHS = Array.from(
  'bcdefgh',
  (name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[i]}`).join()}]`,
);
const MEGABYTE = 1024 * 1024;

describe('the command', () => {
  const mapped = ['--mapping', 'mapping.yaml', 'shop.csv'];
  it.each<[string, string[], Record<string, string | Buffer>, RegExp]>([
    ['no file', [], {}, /^Say which file/],
    ['a directory', ['.'], {}, /is not a file/],
    ['a pipe', ['pipe'], {}, /is not a file/],
    ['a device', ['/dev/zero'], {}, /is not a file/],
    ['one line of 50 MB', ['line.jsonl'], { 'line.jsonl': 'x'.repeat(50 * MEGABYTE) }, /has no lines/],
    ['other columns', ['other.jsonl'], { 'other.jsonl': '{"id":1,"title":"Tea"}\n' }, /refused as 1 no_name/],
    [
      'columns that steer a terminal',
      ['--mapping', 'mapping.yaml', 'shop.csv'],
      {
        'mapping.yaml': `${SOURCE}facts: {name: title}`,
        'shop.csv': `ean,\u001B[31m${Array.from({ length: 150 }, (__, i) => `,c${i}`).join('')}\n`,
      },
      /no column "title"/,
    ],
    ['a pipe as mapping', ['--mapping', 'pipe', 'shop.csv'], {}, /is not a file/],
    ['a directory as mapping', ['--mapping', '.', 'shop.csv'], {}, /is not a file/],
    ['no mapping at all', ['--mapping', 'gone.yaml', 'shop.csv'], {}, /^There is no file .*gone\.yaml\.$/m],
    ['no such file', ['gone.jsonl'], {}, /^There is no file .*gone\.jsonl\.$/m],
    [
      'a mapping of aliases',
      mapped,
      { 'mapping.yaml': `a: &a [l,l,l,l,l,l,l,l,l]\n${LAUGHS.join('\n')}\n` },
      /neither YAML nor JSON: Excessive alias count/,
    ],
    ['a deep mapping', mapped, { 'mapping.yaml': '['.repeat(MEGABYTE / 4) }, /neither YAML nor JSON/],
    ['a large mapping', mapped, { 'mapping.yaml': '#'.repeat(2 * MEGABYTE) }, /too large/],
    [
      'a mapping in Latin-1',
      mapped,
      { 'mapping.yaml': Buffer.from(`${SOURCE}facts: {name: Gerät}`, 'latin1') },
      /no text in UTF-8/,
    ],
    [
      'a mapping in UTF-16',
      mapped,
      { 'mapping.yaml': Buffer.from(`\uFEFF${SOURCE}`, 'utf16le') },
      /no text in UTF-8/,
    ],
    [
      'unknown names in a mapping',
      mapped,
      {
        'mapping.yaml': `${SOURCE}facts: {name: title, brnad: a, nutriments.fat_g: {column: f, unit: stone}}`,
      },
      /nutriments\.fat_g\.unit: Invalid option/,
    ],
    [
      'an unknown kind',
      mapped,
      { 'mapping.yaml': `${SOURCE}kind: fod\nfacts: {name: title}` },
      /no archive kind "fod"/,
    ],
    ['a directory as taxonomy', ['--taxonomy', '.'], {}, /is not a file/],
    ['an unknown source', ['shop.csv', '--source', 'nobody'], {}, /no source "nobody"/],
  ])('%s: says so without a stack, and nothing is done', async (_, args, files, message) => {
    await write('shop.csv', `ean,title\n${gtinOf(1)},Tea\n`);
    for (const [name, content] of Object.entries(files)) await write(name, content);
    const given = args.map((arg) => (/^(--|nobody|\/)/.test(arg) ? arg : place(arg)));
    const { exitCode, output } = await runImportHere(catalogue, ...given);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/^ +at /m);
    expect(output).not.toContain('\u001B');
    expect(output.length).toBeLessThan(3_000);
    expect(exitCode).toBe(1);
    expect(await catalogue.countProducts()).toBe(0);
    expect(await catalogue.query(`SELECT FROM sources WHERE code = 'shop'`)).toEqual([]);
  });

  it('needs little memory for lines of 15 MB and a quote that is never closed', async () => {
    await write('mapping.yaml', `${SOURCE}facts: {name: title}`);
    const long = gzipSync(writeLetters(15 * MEGABYTE));
    const listParts = (count: number, row: (number: number) => [string, string]) =>
      Array.from({ length: count }, (_, i) => row(i)).flatMap(([before, after]) => [
        gzipSync(before),
        long,
        gzipSync(after),
      ]);
    const quoted = await write(
      'shop.csv',
      Buffer.concat([
        gzipSync('ean,title\n'),
        ...listParts(28, (i) => [`${gtinOf(i)},"`, '\n']),
        gzipSync(`${gtinOf(99)},Tea\n`),
      ]),
    );
    const json = await write(
      'shop.jsonl',
      Buffer.concat(listParts(60, (i) => [`{"ean":"${gtinOf(i)}","title":"Tea ${i}","other":"`, '"}\n'])),
    );
    // A file that is kept whole takes more than this, beside the 150 MB of the program.
    for (const [file, created, mostMegabytes] of [
      [quoted, 1, 500],
      [json, 60, 700],
    ] as const) {
      const { exitCode, output } = await startImportCommand(
        catalogue,
        '--mapping',
        place('mapping.yaml'),
        file,
      ).ended;
      expect(exitCode, output).toBe(0);
      expect(output).toMatch(new RegExp(`created +${created}\n`));
      const [, peak] = /peak memory (\d+) MB/.exec(output) ?? [];
      expect(Number(peak)).toBeLessThan(mostMegabytes);
      await catalogue.empty();
    }
  });
});

describe('a taxonomy', () => {
  const run = async (file: string) =>
    await importTaxonomy(catalogue.database.db, { path: file, archiveKind: 'food', isDryRun: false });
  const dump = async () => await catalogue.query('SELECT * FROM categories ORDER BY code');

  it.each<[string, string | Buffer, RegExp]>([
    ['an empty one', '', /is no taxonomy/],
    ['UTF-16', Buffer.from('\uFEFFen: Tea\n', 'utf16le'), /in UTF-16/],
    ['Latin-1', Buffer.from('en: Caf\u00e9s\n', 'latin1'), /Line 1 is no text in UTF-8/],
    [
      'JSON in Latin-1',
      Buffer.from('{"en:cafes":{"name":{"en":"Caf\u00e9s"}}}', 'latin1'),
      /no text in UTF-8/,
    ],
    ['JSON that is cut off', '{"en:new-teas":{"name":{"en":"New teas"}},"en:', /is not JSON/],
    ['gzip that is cut off', gzipSync('en: New teas\n'.repeat(9)).subarray(0, 25), /cut off or damaged/],
    ['one line of 50 MB', 'x'.repeat(50 * MEGABYTE), /Line 1 is too long/],
    ['JSON of something else', '{"items":[]}', /is not a category/],
    ['a list', '{"en:new-teas":[]}', /is not a category/],
    ['a name twice', 'en: New teas\n\nen: New teas\n', /is there already/],
    ['a circle', '{"en:a":{"parents":["en:b"]},"en:b":{"parents":["en:a"]}}', /contains itself/],
    ['a ZIP archive', Buffer.from('PK\u0003\u0004rest'), /ZIP archive/],
  ])('%s is refused, and none is made', async (name, content, message) => {
    const before = await dump();
    await expect(run(await write(`taxonomy of ${name}`, content))).rejects.toThrow(message);
    expect(await dump()).toEqual(before);
  });

  it('with nasty names costs none of the others', async () => {
    const nasty = NASTY_TEXTS.map((text, i) => [
      `en:nasty-${i}`,
      { name: { en: text }, parents: [text, 'en:snacks'] },
    ]);
    const odd = [
      ['en:new-nuts', { name: { en: 'New nuts' }, parents: 'en:snacks' }],
      ['en:__proto__', { name: 1 }],
    ];
    const file = await write('nasty.json', `\uFEFF${JSON.stringify(Object.fromEntries([...nasty, ...odd]))}`);
    const report = await run(file);
    expect(report.readCount).toBe(NASTY_TEXTS.length + 2);
    expect(await catalogue.query(`SELECT name FROM categories WHERE code = 'new-nuts'`)).toEqual([
      { name: 'New nuts' },
    ]);
    expect(
      await catalogue.query(`SELECT name FROM categories WHERE name ~ '[[:cntrl:]]' OR trim(name) = ''`),
    ).toEqual([]);
  });
});

/** Returns letters that gzip makes small, but not as small as a file that is made to fill memory. */
function writeLetters(count: number): Buffer {
  const letters = Buffer.alloc(count, 'y');
  for (let at = 0; at < count; at += 50) letters[at] = 97 + (((at * 7_919) % 26_003) % 26);
  return letters;
}
