import { describe, expect, test } from 'vitest';
import { type ReadScan } from '../../../src/catalog/scan/read-scan.ts';
import { GS, read, reasonOf } from '../../support/catalogue/scan-reading.ts';

const onlyGtin = (form: ReadScan['form'], gtin14: string, elements = {}) => ({
  form,
  readings: [{ form, gtin14 }],
  elements,
});

describe('digits', () => {
  test.each([
    ['3017620422003', '03017620422003'],
    ['036000291452', '00036000291452'],
    ['40123455\r\n', '00000040123455'],
    ['13017620422000', '13017620422000'],
    ['3 017620–422003\u200E', '03017620422003'],
    [']E03017620422003', '03017620422003'],
    [']E440123455', '00000040123455'],
    [']E3301762042200312', '03017620422003'],
    [']E3301762042200312345', '03017620422003'],
    [']I113017620422000', '13017620422000'],
    [']C03017620422003', '03017620422003'],
  ])('%s', (data, gtin14) => {
    expect(read(data)).toEqual(onlyGtin('digits', gtin14));
  });

  test('8 digits of an EAN-8 are not read as a UPC-E', () => {
    expect(read('02345673', 'ean_8')).toEqual(onlyGtin('digits', '00000002345673'));
    expect(read(']E402345673')).toEqual(onlyGtin('digits', '00000002345673'));
  });
});

/** As in the General Specifications and the tests of other readers. */
const UPC_E = [
  ['04252614', '042100005264'],
  ['02345673', '023456000073'],
  ['02345147', '023450000017'],
  ['06397126', '063200009716'],
  ['08679339', '086700000939'],
  ['07838604', '078000003864'],
  ['04256212', '042100005622'],
  ['00985234', '009800000524'],
] as const;

describe('UPC-E', () => {
  test.each(UPC_E)('%s, without check digit and without number system', (code, expansion) => {
    const gtin14 = expansion.padStart(14, '0');
    for (const data of [code, code.slice(0, 7), code.slice(1, 7)]) {
      expect(read(data, 'upc_e'), data).toEqual(onlyGtin('upc_e', gtin14));
      expect(read(data).readings.at(-1), data).toEqual({ form: 'upc_e', gtin14 });
    }
  });

  test('what may be a GTIN-8 as well is looked for as such first', () => {
    for (const code of ['02345673', '04256212']) {
      expect(read(code).readings.map(({ form }) => form)).toEqual(['digits', 'upc_e']);
    }
    expect(read('04252614').readings).toHaveLength(1);
  });

  test('number system 1 and a wrong check digit are refused', () => {
    expect(reasonOf('14252611', 'upc_e')).toBe('bad_format');
    expect(reasonOf('1425261')).toBe('bad_length');
    expect(reasonOf('04252615')).toBe('bad_check_digit');
  });

  test('a scanner that expands by itself is understood', () => {
    expect(read('042100005264', 'upc_e')).toEqual(onlyGtin('digits', '00042100005264'));
  });
});

describe('element strings', () => {
  const gtin14 = '07035620052163';
  const elements = { '10': '230710', '15': '2023-08-07' };

  test.each([
    `${GS}01070356200521631523080710230710`,
    ']C101070356200521631523080710230710',
    ']d2010703562005216310230710' + GS + '15230807',
    ']Q30107035620052163' + GS + '15230807' + GS + '10230710' + GS,
    ']e001070356200521631523080710230710',
    ']J101070356200521631523080710230710',
    '(01)07035620052163(15)230807(10)230710',
    ' (01) 07035620052163 (15) 230807 (10) 230710 ',
    ']C1(01)07035620052163(15)230807(10)230710',
    '01070356200521631523080710230710',
  ])('%j', (data) => {
    expect(read(data)).toEqual(onlyGtin('element_string', gtin14, elements));
  });

  test('13 digits after 01 are common where people write', () => {
    expect(read('(01)3274080005003')).toEqual(onlyGtin('element_string', '03274080005003'));
    expect(reasonOf(']C1013274080005003')).toBe('bad_element');
  });

  test.each([
    ['3103', '001250', '1.250'],
    ['3100', '000012', '12'],
    ['3925', '1', '0.00001'],
    ['3922', '1999', '19.99'],
    ['3932', '9781999', '978 19.99'],
    ['3909', '1', '0.000000001'],
    ['11', '260200', '2026-02-28'],
    ['17', '240229', '2024-02-29'],
    ['17', '760101', '2076-01-01'],
    ['17', '770101', '1977-01-01'],
    ['7003', '2605051430', '2026-05-05T14:30'],
    ['8008', '26050514', '2026-05-05T14:00'],
    ['8008', '260505143015', '2026-05-05T14:30:15'],
    ['7007', '260501260505', '2026-05-01/2026-05-05'],
    ['4324', '2605059999', '2026-05-05'],
    ['7251', '194910012359', '1949-10-01T23:59'],
    ['37', '12', '12'],
    ['21', 'a/b(c)"\'', 'a/b(c)"\''],
  ])('element %s of %s is %s', (ai, value, shown) => {
    expect(read(`]C101${gtin14}${ai}${value}`).elements).toEqual({ [ai]: shown });
  });

  test.each([
    ['bad_check_digit', '(01)07035620052164'],
    ['bad_check_digit', '(00)370356200521631528'],
    ['bad_element', '(01)07035620052163(17)260230'],
    ['bad_element', '(01)07035620052163(17)261301'],
    ['bad_element', '(01)07035620052163(10)'],
    ['bad_element', `]C10107035620052163${GS}1012345678901234567890A`],
    ['bad_element', '(01)07035620052163(7003)2605052430'],
    ['bad_element', '(01)07035620052163(10)ü'],
    ['unknown_identifier', `]C10107035620052163${GS}881`],
    ['unknown_identifier', '(09)1'],
    ['unknown_identifier', ']C105123456789'],
    ['repeated_element', '(01)07035620052163(10)A(10)B'],
    ['repeated_element', '(01)07035620052163(01)03017620422003'],
  ])('%s: %j', (reason, data) => {
    expect(reasonOf(data)).toBe(reason);
  });

  test('an element may be there twice if it says the same', () => {
    expect(read('(01)07035620052163(10)A(10)A').elements).toEqual({ '10': 'A' });
  });

  test('a unit of logistics and its content are no trade item', () => {
    expect(read('(00)106141412345678908')).toEqual({
      form: 'element_string',
      readings: [],
      elements: { '00': '106141412345678908' },
    });
    expect(read(`]C10207035620052163${GS}3712`).elements).toEqual({ '02': '07035620052163', '37': '12' });
    expect(read('(10)LOT').readings).toEqual([]);
  });
});

describe('GS1 Digital Link', () => {
  test.each([
    [
      'https://tesco.com/01/05051277937280/10/101150200?17=260505&90=A46',
      '05051277937280',
      { '10': '101150200', '17': '2026-05-05', '90': 'A46' },
    ],
    ['HTTPS://ID.GS1.ORG/01/05051277937280', '05051277937280', {}],
    ['http://example.org/01/5051277937280/', '05051277937280', {}],
    ['https://example.org/some/path/01/05051277937280/21/a%2Fb', '05051277937280', { '21': 'a/b' }],
    ['https://example.org/01/05051277937280?%31%30=L&%zz=1', '05051277937280', { '10': 'L' }],
    ['https://example.org/2026/01/15/01/05051277937280', '05051277937280', {}],
    ['https://example.org/gtin/05051277937280/lot/A/ser/B#top', '05051277937280', { '10': 'A', '21': 'B' }],
    [
      'https://example.org/01/05051277937280/22/2A/10/L/21/S',
      '05051277937280',
      { '22': '2A', '10': 'L', '21': 'S' },
    ],
    [
      'https://example.org/01/05051277937280?utm_source=x&3103=001250&12345=1',
      '05051277937280',
      { '3103': '1.250' },
    ],
    [
      'https://example.org/01/05051277937280?17=260505;10=A+B',
      '05051277937280',
      { '17': '2026-05-05', '10': 'A+B' },
    ],
    [']Q1https://example.org/01/05051277937280', '05051277937280', {}],
  ])('%s', (data, gtin14, elements) => {
    expect(read(data)).toEqual(onlyGtin('digital_link', gtin14, elements));
  });

  test('another key of the standard is read, and is no trade item', () => {
    expect(read('https://id.gs1.org/00/106141412345678908?02=00614141123452&37=25')).toEqual({
      form: 'digital_link',
      readings: [],
      elements: { '00': '106141412345678908', '02': '00614141123452', '37': '25' },
    });
  });

  test.each([
    ['bad_link', 'https://example.org/'],
    ['bad_link', 'https://example.org/products/123'],
    ['bad_link', 'https://example.org/01/'],
    ['bad_link', 'https://example.org/01/05051277937280/21/S/10/L'],
    ['bad_link', 'https://example.org/01/05051277937280/10/%E0%A4%A'],
    ['bad_link', 'https://'],
    ['bad_check_digit', 'https://example.org/01/05051277937281'],
    ['bad_element', 'https://example.org/01/05051277937280?17=2026'],
    ['repeated_element', 'https://example.org/01/05051277937280/10/A?10=B'],
  ])('%s: %s', (reason, data) => {
    expect(reasonOf(data)).toBe(reason);
  });
});

describe('other texts', () => {
  test.each([']C1', 'hello, this is no code', 'mailto:ada@example.org', ']C1hello'])('%j', (data) => {
    expect(reasonOf(data)).toBe('unknown_form');
  });

  test.each([
    ' ',
    'hello',
    'WIFI:S:x;;',
    '٣٠١٧٦٢٠٤٢٢٠٠٣',
    '\u0000',
    ']',
    ']C',
    '()',
    '(',
    '30176204220O3',
    '3017620_422003',
  ])('%j is short enough for a barcode', (data) => {
    expect(reasonOf(data)).toBe('bad_format');
  });
});
