import { expect, test } from 'vitest';
import { writeProperly } from '../../../src/review/suggested-facts/proper-writing.ts';

test.each([
  ['2 MINI BAGUETTES SANS GLUTEN', '2 Mini Baguettes sans Gluten'],
  ["HUILE D'OLIVE VIERGE EXTRA", "Huile d'Olive Vierge Extra"],
  ['FILETS DE SARDINES AUX DEUX POIVRONS', 'Filets de Sardines aux Deux Poivrons'],
  ['LE TORCHONAY', 'Le Torchonay'],
  ['QUEIJO MINAS FRESCAL COM SAL', 'Queijo Minas Frescal com Sal'],
  ['KOKOSNUSS-STÜCKE', 'Kokosnuss-Stücke'],
  ['MORTADELLA BOLOGNA IGP', 'Mortadella Bologna IGP'],
  ['SALSA ORIGINAL BBQ', 'Salsa Original BBQ'],
  ['PAIN MUESLI 500G', 'Pain Muesli 500g'],
  ['VALUE PLUS ソルトクラッカー', 'Value Plus ソルトクラッカー'],
])('%s is %s', (name, written) => {
  expect(writeProperly(name)).toBe(written);
});

test('the brand keeps its own writing', () => {
  expect(writeProperly('DMBIO TOMATENMARK', 'dmBio')).toBe('dmBio Tomatenmark');
});

test.each([
  'KFC',
  'SKYR',
  'M&M’S',
  'Gingo - 30 Infusettes',
  'coca-cola light',
  'ソルトクラッカー',
  '7UP',
  '',
])('%s stays', (name) => {
  expect(writeProperly(name)).toBeUndefined();
});
