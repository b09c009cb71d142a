import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  findGtinWarning,
  displayGtin,
  expandUpcE,
  gtinTypeOf,
  padGtin,
  parseGtin,
  type GtinType,
} from '../../../src/facts/values/gtin.ts';
import vectors from './gtin-vectors.json' with { type: 'json' };

/** Written apart from the code under test: the check digit from the left of the padded body. */
function withCheckDigit(body: string): string {
  const padded = body.padStart(13, '0');
  const sum = Array.from(padded).reduce(
    (total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1),
    0,
  );
  return `${body}${(1000 - sum) % 10}`;
}

const digitString = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((digits) => digits.join(''));

const codeOfLength = (length: number) => digitString(length - 1).map(withCheckDigit);
const anyCode = fc.constantFrom(8, 12, 13, 14).chain(codeOfLength);
const acceptedCode = anyCode.filter((code) => parseGtin(code).ok);

/** Every accepted spelling: the display form and each longer one. */
const spellings = (gtin14: string) => {
  const shortest = displayGtin(gtin14);
  return [8, 12, 13, 14]
    .filter((length) => length >= shortest.length)
    .map((length) => shortest.padStart(length, '0'));
};

const withoutZeros = (code: string) => code.replace(/^0+/, '');

describe('every vector of the barcode rules', () => {
  it.each(vectors)('$gtin ($note)', ({ gtin, valid, reason, gtin14, display }) => {
    const parsed = parseGtin(gtin);
    if (valid) {
      expect(parsed).toMatchObject({ ok: true, gtin14, gtin: display });
    } else {
      expect(parsed).toMatchObject({ ok: false, reason });
    }
    if (gtin14 !== null) expect(padGtin(gtin)).toEqual({ ok: true, gtin14 });
  });
});

describe('texts that people and programs send as a barcode', () => {
  it.each([
    ['wrong check digit', '4006381333932', 'bad_check_digit'],
    ['empty', '', 'bad_format'],
    ['7 digits', '4006381', 'bad_length'],
    ['9 digits', '400638133', 'bad_length'],
    ['10 digits', '4006381333', 'bad_length'],
    ['11 digits', '40063813339', 'bad_length'],
    ['15 digits', '004006381333931', 'bad_length'],
    ['5 000 digits', '4'.repeat(5000), 'bad_length'],
    ['full-width digits', '\uff14006381333931', 'bad_format'],
    ['Arabic digits', '٤٠٠٦٣٨١٣٣٣٩٣١', 'bad_format'],
    ['a plus sign', '+4006381333931', 'bad_format'],
    ['a number of a spreadsheet', '4.006e12', 'bad_format'],
    ['a letter between', '4006381x333931', 'bad_format'],
    ['blanks and dashes alone', ' - \u200B–', 'bad_format'],
    ['two dashes in 11 digits', '40063-8133-93', 'bad_length'],
    ['SQL', "4006381333931' OR '1'='1", 'bad_format'],
  ])('%s is malformed, and the lookup can say why', (_, text, reason) => {
    const padded = padGtin(text);
    expect(padded).toMatchObject({ ok: false, reason });
    expect(parseGtin(text)).toMatchObject({ ok: false, reason });
    if (!padded.ok) expect(padded.message.length).toBeLessThan(120);
  });

  it.each([
    ['in-store', '2000000000008', 'restricted_circulation'],
    ['variable weight', '0200000000004', 'restricted_circulation'],
    ['variable weight as UPC-A', '200000000004', 'restricted_circulation'],
    ['coupon 981', '9810000000006', 'coupon'],
    ['coupon 99', '9900000000004', 'coupon'],
    ['coupon as UPC-A', '500000000005', 'coupon'],
    ['refund slip', '9800000000007', 'coupon'],
  ])('%s is well-formed for a lookup but refused as a barcode', (_, text, reason) => {
    expect(padGtin(text)).toEqual({ ok: true, gtin14: text.padStart(14, '0') });
    expect(parseGtin(text)).toMatchObject({ ok: false, reason });
  });

  it.each([
    ['a space behind', '4006381333931 '],
    ['a line end behind', '4006381333931\r\n'],
    ['a tab before', '\t4006381333931'],
    ['groups', '4 006381 333931'],
    ['no-break and thin blanks', '4\u00A0006381\u2009333931\u202F'],
    ['hyphens', '4-006381-333931'],
    ['dashes', '4–006381—333931'],
    ['hyphens of other kinds', '4\u2010006381\u2011333\u2212931\uFE63'],
    ['direction marks', '\u200E4006381333931\u200F'],
    ['an embedding', '\u202A4006381333931\u202C'],
    ['zero widths', '4006\u200B381\u2060333\uFEFF931'],
    ['soft hyphens', '4006381\u00AD333931'],
    ['a soft hyphen of a web page', '4006381&shy;333931'],
    ['a control character of a scanner', '4006381333931\u0003'],
  ])('%s is the code', (_, text) => {
    expect(parseGtin(text)).toMatchObject({ ok: true, gtin: '4006381333931' });
  });

  it.each(['9,5298E+12', '9.5298E+12', '4E+12', '4,0063813E12', ' 9.53e+12 '])(
    '%s is recognised as a shortened number',
    (text) => {
      expect(padGtin(text)).toMatchObject({
        reason: 'bad_format',
        message: expect.stringContaining('spreadsheet'),
      });
    },
  );

  test('a UPC-E is expanded however it is typed', () => {
    expect(expandUpcE('0425-2614')).toBe('042100005264');
  });

  test('three spellings of one code are one key', () => {
    for (const text of ['036000291452', '0036000291452', '00036000291452']) {
      expect(padGtin(text)).toEqual({ ok: true, gtin14: '00036000291452' });
    }
  });

  test('the message of a wrong check digit names the right one', () => {
    expect(padGtin('3017620422004')).toMatchObject({
      message: expect.stringContaining('would have to be 3'),
    });
  });
});

describe('what a code is by default', () => {
  it.each<[string, GtinType, 'each' | 'case']>([
    ['40123455', 'gtin8', 'each'],
    ['0000040123455', 'gtin8', 'each'],
    ['036000291452', 'gtin12', 'each'],
    ['00036000291452', 'gtin12', 'each'],
    ['3017620422003', 'gtin13', 'each'],
    ['03017620422003', 'gtin13', 'each'],
    ['13017620422000', 'gtin14', 'case'],
    ['84006381333937', 'gtin14', 'case'],
  ])('%s is a %s and an %s', (text, type, packLevelDefault) => {
    expect(parseGtin(text)).toMatchObject({ ok: true, type, packLevelDefault });
  });
});

it.each([
  ['9521234567899', 'demonstration'],
  ['95212345', 'demonstration'],
  ['9511234567890', 'rfid'],
  ['97712345', 'reserved'],
  ['99912345', 'reserved'],
  ['9771234567003', undefined],
  ['95112345', undefined],
  ['3017620422003', undefined],
])('a person is warned of %s: %s', (gtin, reason) => {
  expect(findGtinWarning(gtin.padStart(14, '0'))?.reason).toBe(reason);
});

describe('UPC-E', () => {
  it.each([
    ['04252614', '042100005264'],
    ['01234565', '012345000065'],
    ['01234505', '012000003455'],
    ['01234514', '012100003454'],
    ['01234523', '012200003453'],
    ['01234531', '012300000451'],
    ['01234543', '012340000053'],
    ['01234558', '012345000058'],
    ['01234596', '012345000096'],
  ])('%s stands for %s', (short, long) => {
    expect(withCheckDigit(long.slice(0, -1))).toBe(long);
    expect(expandUpcE(short)).toBe(long);
  });

  it.each(['04252613', '14252614', '0425261', '042526140', '0425261x', ''])(
    '%j stands for nothing',
    (text) => {
      expect(expandUpcE(text)).toBeUndefined();
    },
  );

  test('a write refuses it and names the expansion, whichever rule it breaks', () => {
    expect(parseGtin('01234565')).toMatchObject({
      reason: 'restricted_circulation',
      message: expect.stringContaining('012345000065'),
    });
    expect(parseGtin('04252614')).toMatchObject({
      reason: 'bad_check_digit',
      message: expect.stringContaining('042100005264'),
    });
  });

  test('an expansion that would be refused as well is not offered', () => {
    expect(expandUpcE('00000000')).toBe('000000000000');
    expect(parseGtin('00000000')).toMatchObject({ message: expect.not.stringContaining('UPC-E') });
  });

  test('the expansion of any UPC-E is a well-formed GTIN-12', () => {
    fc.assert(
      fc.property(digitString(6), (digits) => {
        const expansions = Array.from('0123456789').flatMap(
          (check) => expandUpcE(`0${digits}${check}`) ?? [],
        );
        expect(expansions).toHaveLength(1);
        expect(expansions[0]).toHaveLength(12);
        expect(padGtin(expansions[0] ?? '')).toMatchObject({ ok: true });
      }),
    );
  });
});

describe('for every code', () => {
  test('any one wrong digit is refused', () => {
    fc.assert(
      fc.property(anyCode, fc.nat(), fc.integer({ min: 1, max: 9 }), (code, seed, shift) => {
        const at = seed % code.length;
        const wrong = code.slice(0, at) + ((Number(code[at]) + shift) % 10) + code.slice(at + 1);
        expect(padGtin(wrong)).toMatchObject({ ok: false, reason: 'bad_check_digit' });
        expect(parseGtin(wrong)).toMatchObject({ ok: false, reason: 'bad_check_digit' });
      }),
    );
  });

  test('two neighbours swapped are refused, unless they differ by 0 or 5 and the sum stays', () => {
    fc.assert(
      fc.property(anyCode, fc.nat(), (code, seed) => {
        const at = seed % (code.length - 1);
        const [left = '', right = ''] = code.slice(at, at + 2);
        const swapped = code.slice(0, at) + right + left + code.slice(at + 2);
        expect(padGtin(swapped).ok).toBe(Math.abs(Number(left) - Number(right)) % 5 === 0);
      }),
    );
  });

  test('all spellings give one key, one display form and one verdict', () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        const gtin14 = code.padStart(14, '0');
        const verdicts = spellings(gtin14).map((text) => {
          expect(padGtin(text)).toEqual({ ok: true, gtin14 });
          const parsed = parseGtin(text);
          return parsed.ok ? parsed : parsed.reason;
        });
        for (const verdict of verdicts) expect(verdict).toEqual(verdicts[0]);
      }),
    );
  });

  test('two codes have one key only when they differ in leading zeros alone', () => {
    const codeAndSpelling = anyCode.chain((code) =>
      fc.tuple(fc.constant(code), fc.oneof(anyCode, fc.constantFrom(...spellings(code.padStart(14, '0'))))),
    );
    fc.assert(
      fc.property(codeAndSpelling, ([one, other]) => {
        const sameKey = JSON.stringify(padGtin(one)) === JSON.stringify(padGtin(other));
        expect(sameKey).toBe(withoutZeros(one) === withoutZeros(other));
      }),
    );
  });

  test('the display form parses to the same again, and its length is the type', () => {
    fc.assert(
      fc.property(acceptedCode, (code) => {
        const parsed = parseGtin(code);
        if (!parsed.ok) throw new Error(parsed.message);
        expect(parseGtin(parsed.gtin)).toEqual(parsed);
        expect(parsed.gtin).toBe(displayGtin(parsed.gtin14));
        expect(parsed.type).toBe(`gtin${parsed.gtin.length}`);
        expect(gtinTypeOf(parsed.gtin14)).toBe(parsed.type);
      }),
    );
  });

  test('an indicator digit 1 to 8 never makes a refused code acceptable', () => {
    fc.assert(
      fc.property(codeOfLength(13), fc.integer({ min: 1, max: 8 }), (code, indicator) => {
        const inner = parseGtin(code);
        const outer = parseGtin(withCheckDigit(`${indicator}${code.slice(0, -1)}`));
        expect(outer.ok || outer.reason).toBe(inner.ok || inner.reason);
      }),
    );
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(() => [parseGtin(text), padGtin(text), expandUpcE(text)]).not.toThrow();
      }),
    );
  });
});
