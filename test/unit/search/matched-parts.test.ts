import { describe, expect, it } from 'vitest';
import { foldText, wordsOf } from '../../../src/platform/text/fold-text.ts';
import { foldWithOffsets } from '../../../src/platform/text/fold-with-offsets.ts';
import { matchParts } from '../../../src/search/matched-parts.ts';

const match = (shown: string, typed: string) => matchParts([shown], wordsOf(foldText(typed)));
const marksOf = (shown: string, typed: string, isInside = false) =>
  matchParts([shown], wordsOf(foldText(typed)), isInside).parts[0]?.map(([start, end]) =>
    shown.slice(start, end),
  );

describe('what a shown text has of what was typed', () => {
  it('has offsets in the text itself, whatever folding does to its length', () => {
    expect(match('Nutella', 'nute')).toEqual({
      parts: [[[0, 4]]],
      typos: 0,
      missing: 0,
      isBeginning: true,
    });
    expect(match('Weiße Straße', 'weisse stras').parts).toEqual([
      [
        [0, 5],
        [6, 11],
      ],
    ]);
    expect(marksOf('Grande ﬁgue', 'fig')).toEqual(['ﬁg']);
    expect(marksOf('Grande ﬁgue', 'f')).toEqual(['ﬁ']);
    expect(marksOf('Crème brûlée', 'creme brulee')).toEqual(['Crème', 'brûlée']);
    expect(marksOf('Cre\u0300me bru\u0302le\u0301e', 'cre bru')).toEqual(['Cre\u0300', 'bru\u0302']);
    expect(marksOf('🍫 Œuf Ærø', 'oeuf aero')).toEqual(['Œuf', 'Ærø']);
    expect(marksOf('ΟΔΟΣ', 'οδος')).toEqual(['ΟΔΟΣ']);
    expect(marksOf('한국 라면', '라며')).toEqual(['라면']);
    expect(marksOf('İZMİR üzümü', 'izmir uzum')).toEqual(['İZMİR', 'üzüm']);
    expect(marksOf('شُوكُولاتَة داكنة', 'شوكولاتة')).toEqual(['شُوكُولاتَة']);
    expect(marksOf('👩‍🍳 Chef’s choice', 'chef')).toEqual(['Chef']);
  });

  it('begins with it, has words that do, or does but for one typo', () => {
    const begins = { missing: 0, typos: 0, isBeginning: true };
    expect(match('Coca-Cola Zero', 'coca c')).toMatchObject(begins);
    expect(match('Coca-Cola Zero', 'coc cola')).toMatchObject({ ...begins, isBeginning: false });
    expect(match('Coca-Cola Zero', 'zero coca')).toEqual({
      ...begins,
      isBeginning: false,
      parts: [
        [
          [0, 4],
          [10, 14],
        ],
      ],
    });
    expect(match('Coca-Cola Zero', 'ola')).toMatchObject({ missing: 1, parts: [[]] });
    expect(match('M&M', 'm m').parts).toEqual([
      [
        [0, 1],
        [2, 3],
      ],
    ]);
  });

  it('takes one typo in a word of five letters and more', () => {
    expect(marksOf('Nutella spread', 'nutela')).toEqual(['Nutella']);
    expect(marksOf('Nutella spread', 'nuttella')).toEqual(['Nutella']);
    expect(marksOf('Nutella spread', 'nutlela')).toEqual(['Nutella']);
    expect(marksOf('Nutella spread', 'nutexla')).toEqual(['Nutella']);
    expect(marksOf('Nutella spread', 'xutel')).toEqual(['Nutel']);
    expect(marksOf('Nutella spread', 'nutelx spr')).toEqual(['Nutel', 'spr']);
    expect(match('Nutella spread', 'nutxlxa')).toMatchObject({ missing: 1, typos: 0 });
    expect(match('Nutella spread', 'nuxe')).toMatchObject({ missing: 1, typos: 0 });
    expect(match('Nutella spread', 'nutexla spxead')).toMatchObject({ missing: 0, typos: 2 });
  });

  it('is looked for in several labels, in the first ones too that others have', () => {
    const { parts, missing } = matchParts(['Nutella', 'Ferrero & Nutella', 'Haselnuss'], ['nutella', 'ferr']);
    expect(parts).toEqual([
      [[0, 7]],
      [
        [0, 4],
        [10, 17],
      ],
      [],
    ]);
    expect(missing).toBe(0);
    expect(matchParts(['Nutella', 'Rocher'], ['rocher'])).toMatchObject({ isBeginning: false, missing: 0 });
  });

  it('is found inside words where that is wanted, and in scripts without blanks', () => {
    expect(marksOf('Coca-Cola Zero', 'ola', true)).toEqual(['ola']);
    expect(marksOf('Cola and more cola', 'cola', true)).toEqual(['Cola', 'cola']);
    expect(marksOf('牛奶巧克力', '巧克力')).toEqual(['巧克力']);
    expect(marksOf('抹茶チョコレート', 'チョコ')).toEqual(['チョコ']);
  });

  it('agrees with the folding of searches on what words there are', () => {
    for (const text of [
      'Crème Brûlée ½ l',
      'STRAẞE İzmir',
      'Ａｂｃ ﷺ ², ok',
      'naïve–café №5',
      'ŀ l·l ﬀ ŉ',
      '👩‍🍳 x',
    ])
      expect(wordsOf(foldWithOffsets(text).folded)).toEqual(wordsOf(foldText(text)));
  });
});
