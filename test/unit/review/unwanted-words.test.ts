import { expect, it } from 'vitest';
import { hasUnwantedWords } from '../../../src/review/queue/unwanted-words.ts';

it.each([
  { name: 'Oat drink', ingredients_text: 'More at https://shop.example/oats' },
  { name: 'Oat drink www.oats.example' },
  { name: 'Oat drink cheap-oats.com' },
  { brand: 'write to oats@example.org' },
  { name: 'BUY NOW oat drink' },
  { name: 'Oat drink', attributes: { colour: 'Jetzt bestellen!' } },
  { name: 'Oat drink', labels: ['envío gratis'] },
  { name: 'Fucking oats' },
  { name: 'Scheiße' },
  // Cyrillic letters, digits and signs that look alike.
  { name: 'Fuсk' },
  { name: 'sh1t' },
])('sees links, advertising and profanity in %o', (content) => {
  expect(hasUnwantedWords(content)).toBe(true);
});

it.each([
  { name: 'Shiitake', brand: 'Dr. Oetker', ingredients_text: 'Milk.It contains nuts. Cocoa 1.5 %' },
  { name: 'Hure de porc', ingredients_text: 'sans colorant.Conserver au frais' },
  { name: 'Putanesca sauce', brand: 'Casino' },
  { name: 'Oat drink', note: 'See https://shop.example', source_url: 'https://shop.example/oats' },
  { name: 'Oat drink', msrp: { amount: 1, currency: 'EUR', source_url: 'https://shop.example' } },
  { name: 'Oat drink', net_content_value: 1 },
])('lets pass %o', (content) => {
  expect(hasUnwantedWords(content)).toBe(false);
});
