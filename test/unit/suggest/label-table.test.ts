import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../bench/search/questions/query-kinds.ts';
import { createLabelTable } from '../../../src/search/suggest/held/label-table.ts';
import { matchShown } from '../../../src/search/suggest/match-shown.ts';
import { foldText, wordsOf } from '../../../src/text/fold-text.ts';

const SYLLABLES = ['nu', 'tel', 'la', 'cho', 'co', 'mil', 'ka', 'ß', 'é', '7'];

describe('labels by the beginnings of their words', () => {
  it('are those that match when each is looked at, in the order of nearness and count', () => {
    const random = createRandom(7);
    const below = (most: number) => Math.floor(random() * most);
    const word = () => Array.from({ length: 1 + below(4) }, () => SYLLABLES[below(10)]).join('');
    const texts = [
      ...new Set(Array.from({ length: 400 }, () => Array.from({ length: 1 + below(3) }, word).join(' '))),
    ];
    const table = createLabelTable<string, { text: string; count: number }>();
    const labels = texts.map((text, n) => ({ text, count: 1 + ((n * 37) % texts.length) }));
    labels.forEach((label) => table.put(label.text, label));
    let withTypo = 0;
    for (let n = 0; n < 600; n++) {
      const from = foldText(texts[below(texts.length)] as string);
      const at = below(from.length);
      const misspelt = n % 2 === 0 ? from : from.slice(0, at) + from.slice(at + 1);
      const typed = wordsOf(misspelt.slice(0, 1 + below(misspelt.length + 4)));
      if (typed.length === 0) continue;
      const matching = labels
        .flatMap((label) => {
          const match = matchShown(label.text, typed);
          return match ? [{ ...label, nearness: match.nearness }] : [];
        })
        .toSorted((a, b) => a.nearness - b.nearness || b.count - a.count);
      const { asTyped, findWithTypo } = table.find(typed, 1_000);
      const textsOf = (list: { text: string }[]) => list.map(({ text }) => text);
      const counts = (list: { count: number }[]) => list.map(({ count }) => count);
      expect(counts(asTyped), typed.join(' ')).toEqual(
        counts(matching.filter(({ nearness }) => nearness < 2)),
      );
      // What is found may be more: who shows it looks at it with `matchShown` again.
      const near = textsOf(matching.filter(({ nearness }) => nearness === 2));
      expect(textsOf(findWithTypo()), typed.join(' ')).toEqual(expect.arrayContaining(near));
      withTypo += near.length;
    }
    expect(withTypo).toBeGreaterThan(100);
  });

  it('follow names and counts, and are not found without products', () => {
    const table = createLabelTable<string, { text: string; count: number }>();
    table.put('a', { text: 'Alder Mill', count: 1 });
    table.put('b', { text: 'Alder House', count: 5 });
    const found = (typed: string) => table.find([typed], 8).asTyped.map(({ text }) => text);
    expect(found('al')).toEqual(['Alder House', 'Alder Mill']);
    table.setCount('a', 9);
    expect(found('al')).toEqual(['Alder Mill', 'Alder House']);
    table.put('a', { text: 'Birch Mill', count: 9 });
    expect(found('al')).toEqual(['Alder House']);
    expect(found('mil')).toEqual(['Birch Mill']);
    table.setCount('b', 0);
    expect(found('al')).toEqual([]);
  });
});
