import { barcode, encode, ID, malformed, notFound, reason, UPC, type BadRead } from './bad-read.ts';

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8058';

/** Ids and barcodes in paths. */
export const BAD_IDS: BadRead[] = [
  // Ids
  { input: 'an id that is no UUID', target: '/products/abc', ...reason('malformed_id') },
  { input: 'the nil UUID', target: '/products/00000000-0000-0000-0000-000000000000', ...notFound },
  { input: 'an id with NUL', target: `/products/${ID}%00`, ...notFound },
  { input: 'a cut percent escape', target: '/products/%E0%A4%A', ...malformed },
  { input: 'an overlong UTF-8 slash', target: '/products/%C0%AF', ...malformed },
  { input: 'a lone surrogate in UTF-8', target: '/products/%ED%A0%80', ...malformed },
  { input: 'an id in capitals', target: `/products/${ID.toUpperCase()}`, status: 200, body: { id: ID } },
  { input: 'an id in braces', target: `/products/%7B${ID}%7D`, ...notFound },
  { input: 'an id in braces as they are', target: `/products/{${ID}}`, ...notFound },
  {
    input: 'prices of an id nobody has',
    target: `/products/${NOBODY}/msrp`,
    status: 200,
    body: { items: [] },
  },
  { input: 'prices of what is no id', target: '/products/abc/msrp', ...notFound },
  {
    input: 'nutriments that nobody knows',
    target: `/products/${ID}/nutriments`,
    status: 200,
    body: { nutriments: null },
  },
  { input: 'a way out of the path', target: '/sources/../../etc/passwd', ...notFound },
  { input: 'an escaped way out of the path', target: '/sources/%2e%2e%2f', ...notFound },

  // Barcodes
  { input: 'no barcode', target: barcode(''), ...notFound },
  { input: 'a wrong check digit', target: barcode('4006381333932'), ...reason('bad_check_digit') },
  ...[7, 9, 10, 11, 15, 5_000].map((length) => ({
    input: `${length} digits`,
    target: barcode('4'.repeat(length)),
    ...reason('bad_length'),
  })),
  ...[UPC, `0${UPC}`, `00${UPC}`].map((gtin) => ({
    input: `${gtin.length} digits for one product`,
    target: barcode(gtin),
    status: 200,
    body: { id: ID, gtin: UPC },
  })),
  ...[
    ['an in-store code', '2000000000008'],
    ['a variable-weight code', '0200000000004'],
    ['a coupon', '9810000000006'],
    ['another coupon', '9900000000004'],
    ['a UPC coupon', '500000000005'],
    ['a refund slip', '9800000000007'],
    ['a UPC variable-weight code', '200000000004'],
  ].map(([input = '', gtin = '']) => ({ input, target: barcode(gtin), ...notFound })),
  ...[
    ['full-width digits', '４００６３８１３３３９３１'],
    ['Arabic digits', '٤٠٠٦٣٨١٣٣٣٩٣١'],
    ['a letter behind the digits', '4006381333931 a'],
    ['a plus before the digits', '+4006381333931'],
    ['a number in exponent form', '4.006e12'],
    ['SQL behind the digits', "4006381333931' OR '1'='1"],
  ].map(([input = '', text = '']) => ({ input, target: barcode(encode(text)), ...reason('bad_format') })),
];
