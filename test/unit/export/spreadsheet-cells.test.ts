import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readText } from '../../../src/import/own-file/read-value.ts';
import { formatCsv } from '../../../src/publish/export/format-csv.ts';

/** The cells of a spreadsheet that separates them by this sign, and knows quotation marks at their beginning alone. */
function cellsOf(csv: string, separator: string): string[] {
  return csv
    .split(/[\r\n]/)
    .flatMap((line) => line.split(separator).map((cell) => cell.replace(/^["\s]+/, '')));
}

it.each([';', '\t', '|', ','])('no cell becomes a formula where %j separates cells', (separator) => {
  const begin = fc.constantFrom('=', '+', '-', '@', '\uFF1D', '\uFF0B', 'a', '1', "'", '"', ' ');
  const text = fc
    .array(
      fc.tuple(
        fc.constantFrom('Milk', ';', '\t', '|', '; ', ';"', '\n', ''),
        begin,
        fc.constantFrom('1+1', 'x'),
      ),
      {
        maxLength: 4,
      },
    )
    .map((parts) => parts.flat().join(''));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (values) => {
      const csv = formatCsv([Object.fromEntries(values.map((value, at) => [`c${at}`, value]))]);
      if (separator === ',') return;
      expect(cellsOf(csv, separator).filter((cell) => /^[=+\-@\uFF1D\uFF0B]/.test(cell))).toEqual([]);
    }),
  );
});

it.each([
  'Milk;=1+1',
  'Milk; =1+1',
  'Milk\t@SUM(A1)',
  'Milk|-1+1',
  'Milk;"=1+1"',
  ['Milk;=1', '=2'],
  { a: 'x;=1' },
])('guards %j', (value) => {
  expect(cellsOf(formatCsv([{ value }]), ';').filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
});

it.each(['Milk;=1+1', '=1+1', 'Oats; -5 °C', 'plain', 'a;b'])('%j comes back from its own export', (text) => {
  const [cell = ''] = formatCsv([{ text }]).trim().split('\n');
  expect(readText(cell.replaceAll(/^"|"$/g, '').replaceAll('""', '"'))).toBe(text);
});
