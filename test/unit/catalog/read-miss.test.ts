import { expect, test } from 'vitest';
import { readMiss } from '../../../src/catalog/misses/miss-counter.ts';

test.each([
  ['Crème  Brûlée', 'creme brulee'],
  ['7up zero 6 x 330 ml', '7up zero 6 x 330 ml'],
  ['omega 3 6 9', 'omega 3 6 9'],
  ['85', undefined],
  ['lindt 85%', 'lindt 85%'],
  ['at the table', 'at the table'],
  ['Молоко 3,2%', 'молоко 3,2%'],
])('of the text %j is kept: %j', (text, value) => {
  expect(readMiss(text)).toEqual(value === undefined ? undefined : { kind: 'text', value });
});

test.each([
  ['3017620422003', '3017620422003'],
  ['3 017620 422003', '3017620422003'],
  ['03017620422003', '3017620422003'],
  ['036000291452', '036000291452'],
])('%j is kept as the barcode %s', (text, value) => {
  expect(readMiss(text)).toEqual({ kind: 'barcode', value });
});

test.each([
  // Telephone numbers, in words or alone.
  '+49 171 1234567',
  'call me 0171/123 45 67 please',
  '(030) 12 34 56',
  '01 23 45 67 89',
  '555-867-5309',
  '20123451',
  '3017620422004',
  '٠١٧١١٢٣٤٥٦٧',
  '００４９１７１１２３４',
  'oma 030 – 123 456',
  // E-mail addresses.
  'jane.doe@example.org',
  'jane@example',
  'jane (at) example.org',
  'jane at example dot org',
  'jane＠example.org',
  // Parts of barcodes, nothing at all, and what nobody types.
  '30176',
  '!?',
  '',
  '🥛',
  'milk '.repeat(30),
])('nothing is kept of %j', (text) => {
  expect(readMiss(text)).toBeUndefined();
});
