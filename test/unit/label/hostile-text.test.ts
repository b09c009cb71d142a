import { expect, test } from 'vitest';
import { readIngredients } from '../../../src/facts/label/read-ingredients.ts';

// Where the time grows with the square of a text, or faster, none of these comes to an end.
test.each([
  ['one long word', 'x'.repeat(20_000)],
  ['known words written as one', 'milchsmilchenmilkmilchs'.repeat(900)],
  ['known words and a part that is unknown', `${'haselnussmilch'.repeat(7)}q`],
  ['statements that never end', 'kann glimmerwort '.repeat(1_200)],
  ['headings in a statement', `may contain ${'milk: '.repeat(3_300)}`],
  ['phrases that are not whole', 'kann der fabrik die spur '.repeat(800)],
  ['brackets', '('.repeat(20_000)],
])('%s is read, and assures nothing', (_, text) => {
  expect(readIngredients(text).isRead).toBe(false);
});
