import { describe, expect, it } from 'vitest';
import { digitsOf, foldText, wordsOf } from '../../src/search/fold-text.ts';

describe('a folded text', () => {
  it.each([
    ['Crème BRÛLÉE', 'creme brulee'],
    // Each letter that Unicode does not take apart, as people type it.
    ['Straße', 'strasse'],
    ['Ægir æble', 'aegir aeble'],
    ['Œuf cœur', 'oeuf coeur'],
    ['Ørsted smørrebrød', 'orsted smorrebrod'],
    ['Đặc sản', 'dac san'],
    ['Ðalur það', 'dalur thad'],
    ['Ħobż', 'hobz'],
    ['IŞIK ılık İzmir', 'isik ilik izmir'],
    ['Łódź żółty', 'lodz zolty'],
    ['Ŋgoma', 'ngoma'],
    ['Þorlákur', 'thorlakur'],
    ['Ŧuohti', 'tuohti'],
    // The same in letters that are not Latin, where the whole text is folded at once.
    ['Łódź キムチ', 'lodz キムチ'],
    ['ΆΛΦΑ Ёлка', 'αλφα елка'],
    // Compatibility forms.
    ['ﬁne ℡ Ａ１', 'fine tel a1'],
    ['  a \t b\u00a0 c\n', 'a b c'],
    ['½ ① 🄐', '1⁄2 1 (a)'],
    ['\u0301', ''],
  ])('of %j is %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
    expect(foldText(folded)).toBe(folded);
  });

  it('has words of letters and digits, in order', () => {
    expect(wordsOf('7up zero_a (50%) キムチ')).toEqual(['7up', 'zero', 'a', '50', 'キムチ']);
  });

  it('is a code when it is digits, spaces and hyphens only', () => {
    expect(['36000-2914 5', '-', '12a', '1.2', ''].map(digitsOf)).toEqual([
      '3600029145',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
