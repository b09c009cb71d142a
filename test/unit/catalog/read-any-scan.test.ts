import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeCheckDigit } from '../../../src/facts/values/gtin.ts';
import { UnreadableScan } from '../../../src/catalog/scan/read-elements.ts';
import { MAX_SCAN_CHARACTERS, SYMBOLOGIES } from '../../../src/catalog/scan/read-scan.ts';
import { GS, read, reasonOf } from '../../support/catalogue/scan-reading.ts';

describe('any text', () => {
  const parts = fc.constantFrom(
    '01',
    '10',
    '17',
    '(',
    ')',
    GS,
    ']C1',
    '/',
    '?',
    '=',
    '&',
    '%',
    '%2F',
    'https://a/',
    '0',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: MAX_SCAN_CHARACTERS }),
    fc.array(fc.oneof(parts, fc.string({ maxLength: 6 })), { maxLength: 300 }).map((list) => list.join('')),
  );

  test('is read or refused, and reads the same the next time', () => {
    fc.assert(
      fc.property(text, fc.option(fc.constantFrom(...SYMBOLOGIES), { nil: undefined }), (data, symbology) => {
        const attempt = () => {
          try {
            return read(data, symbology);
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableScan);
            return (error as UnreadableScan).reason;
          }
        };
        expect(attempt()).toEqual(attempt());
      }),
      { numRuns: 3_000 },
    );
  });

  test('no text of the greatest length is looked at again and again', () => {
    const hostile = [
      ' '.repeat(1_998) + 'x',
      '(01)'.repeat(500),
      '/01/1'.repeat(400),
      GS.repeat(2_000),
      '('.repeat(2_000),
    ];
    hostile.push(
      'https://a' + '/01/1'.repeat(398),
      'https://a/' + '?'.repeat(1_990),
      'https://a/01/05051277937280?' + '&'.repeat(1_970),
    );
    // One that took its square of steps for each would not come back in time.
    for (let turn = 0; turn < 50; turn += 1) for (const data of hostile) reasonOf(data);
  });

  test('a GTIN is found in whatever carries it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{13}$/), (body) => {
        const gtin14 = body + computeCheckDigit(body);
        for (const data of [gtin14, `]C101${gtin14}`, `(01)${gtin14}`, `https://a.b/01/${gtin14}`]) {
          expect(read(data).readings.map((reading) => reading.gtin14)).toEqual([gtin14]);
        }
      }),
    );
  });
});
