import { describe, expect, it } from 'vitest';
import { foldText, wordsOf } from '../../../src/platform/text/fold-text.ts';
import { foldWithOffsets } from '../../../src/platform/text/fold-with-offsets.ts';
import { matchShown } from '../../../src/search/suggest/match-shown.ts';

const match = (shown: string, typed: string) => matchShown(shown, wordsOf(foldText(typed)));
const marked = (shown: string, typed: string) =>
  match(shown, typed)?.highlights.map(([start, end]) => shown.slice(start, end));

describe('what a shown text has of what was typed', () => {
  it('is told by offsets in the text itself, whatever folding does to its length', () => {
    expect(match('Nutella', 'nute')).toEqual({ nearness: 0, highlights: [[0, 4]] });
    expect(match('Weiße Straße', 'weisse stras')).toEqual({
      nearness: 0,
      highlights: [
        [0, 5],
        [6, 11],
      ],
    });
    expect(marked('Grande ﬁgue', 'fig')).toEqual(['ﬁg']);
    expect(marked('Grande ﬁgue', 'f')).toEqual(['ﬁ']);
    expect(marked('Crème brûlée', 'creme brulee')).toEqual(['Crème', 'brûlée']);
    expect(marked('Cre\u0300me bru\u0302le\u0301e', 'cre bru')).toEqual(['Cre\u0300', 'bru\u0302']);
    expect(marked('🍫 Œuf Ærø', 'oeuf aero')).toEqual(['Œuf', 'Ærø']);
    expect(marked('ΟΔΟΣ', 'οδος')).toEqual(['ΟΔΟΣ']);
    expect(marked('한국 라면', '라며')).toEqual(['라면']);
  });

  it('begins with it, has words that do, or does but for one typo', () => {
    expect(match('Coca-Cola Zero', 'coca c')?.nearness).toBe(0);
    expect(match('Coca-Cola Zero', 'coc cola')?.nearness).toBe(1);
    expect(match('Coca-Cola Zero', 'zero coca')).toEqual({
      nearness: 1,
      highlights: [
        [0, 4],
        [10, 14],
      ],
    });
    expect(match('Coca-Cola Zero', 'ola')).toBeUndefined();
    expect(match('M&M', 'm m')?.highlights).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('takes one typo in one word of five letters and more', () => {
    expect(marked('Nutella spread', 'nutela')).toEqual(['Nutella']);
    expect(marked('Nutella spread', 'nuttella')).toEqual(['Nutella']);
    expect(marked('Nutella spread', 'nutlela')).toEqual(['Nutella']);
    expect(marked('Nutella spread', 'nutexla')).toEqual(['Nutella']);
    expect(marked('Nutella spread', 'xutel')).toEqual(['Nutel']);
    expect(marked('Nutella spread', 'nutelx spr')).toEqual(['Nutel', 'spr']);
    expect(match('Nutella spread', 'nutxlxa')).toBeUndefined();
    expect(match('Nutella spread', 'nuxe')).toBeUndefined();
    expect(match('Nutella spread', 'nutexla spxead')).toBeUndefined();
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
