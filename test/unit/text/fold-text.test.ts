import { describe, expect, it, test } from 'vitest';
import { foldText, readSearchText, wordsOf } from '../../../src/platform/text/fold-text.ts';

describe('a code', () => {
  test.each([
    ['3017620422003', '3017620422003', '3017620422003'],
    ['36000-2914', '36000-2914', '360002914'],
    ['0360 0029 1452', '0360 0029 1452', '036000291452'],
    ['1', '1', '1'],
    ['1-', '1', '1'],
    ['0-', '0', '0'],
    ['-1', '1', '1'],
    ['- 57 --', '57', '57'],
    ['3017-', '3017', '3017'],
    ['3017–6204—22003', '3017-6204-22003', '3017620422003'],
    ['\u200E3017\u2011620\u00AD4\u202F2200\u22123\r\n', '3017-6204 2200-3', '3017620422003'],
  ])('%s is searched as %s, in barcodes as %s', (given, text, digits) => {
    expect(readSearchText(foldText(given))).toEqual({ text, digits });
  });

  test.each(['1-2', '1 2 3', '0 0', '-', '- -', '7 up', '1-a', 'a-1', '50%'])('%s is no code', (given) => {
    expect(readSearchText(foldText(given))).toEqual({ text: foldText(given), digits: undefined });
  });
});

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
    // Signs that people type for one another.
    ['Ben & Jerry’s', "ben & jerry's"],
    ['Ben & Jerry´s', "ben & jerry's"],
    ['Ben & Jerry`s', "ben & jerry's"],
    ['Ben & Jerryʼs', "ben & jerry's"],
    ['Hawaiʻi', "hawai'i"],
    ['Coca‑Cola – Zero', 'coca-cola - zero'],
    ['Häagen—Dazs', 'haagen-dazs'],
    // Signs of ownership.
    ['KitKat™', 'kitkat'],
    ['KIT®KAT ©', 'kit kat'],
    ['Ürün℠ キムチ™', 'urun キムチ'],
  ])('of %j is %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
    expect(foldText(folded)).toBe(folded);
  });

  it('has words of letters and digits, in order', () => {
    expect(wordsOf('7up zero_a (50%) キムチ')).toEqual(['7up', 'zero', 'a', '50', 'キムチ']);
  });

  /** Each becomes 18 characters. */
  const LONG = '\ufdfa';

  it('is never longer than 900 characters', () => {
    for (const text of [LONG.repeat(200), `milk ${LONG.repeat(200)}`, '㌖'.repeat(200), '🥛'.repeat(2_000)]) {
      expect(Array.from(foldText(text)).length, text.slice(0, 10)).toBeLessThanOrEqual(900);
    }
    expect(foldText(`milk ${LONG.repeat(200)}`).startsWith('milk صلى')).toBe(true);
  });

  it('is whole where 300 letters of any script are written', () => {
    expect(foldText('한'.repeat(300))).toHaveLength(900);
    expect(foldText('ß'.repeat(200))).toBe('s'.repeat(400));
  });

  it('cuts no character in two, and folds to itself', () => {
    const folded = foldText(`a${'🥛'.repeat(1_000)}`);
    expect(Array.from(folded)).toHaveLength(900);
    expect(folded.endsWith('🥛')).toBe(true);
    expect(foldText(folded)).toBe(folded);
    expect(foldText(`${'a'.repeat(899)} b`)).toBe('a'.repeat(899));
  });
});
