import {
  BRANDS,
  caseGtinOf,
  CATEGORIES,
  COUNTRIES,
  gtinOf,
  PRODUCT_COUNT,
  productIdOf,
  WORDS,
} from './recorded-catalogue.ts';

/** One GET below /api/v1, with a header or without. */
export interface RecordedQuestion {
  path: string;
  headers: Record<string, string>;
}

const ask = (path: string, headers: Record<string, string> = {}): RecordedQuestion => ({ path, headers });
const search = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
  ask(`/products/search?${new URLSearchParams(parameters).toString()}`, headers);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** 500 questions of a client that knows the contract alone: found and not found, well and badly asked. */
export function listRecordedQuestions(): RecordedQuestion[] {
  return [
    ...listSearches(),
    ...listBarcodes(),
    ...listProducts(),
    ...REFUSED_SEARCHES.map((parameters) => ask(`/products/search?${parameters}`)),
  ];
}

function listSearches(): RecordedQuestion[] {
  return [
    ...WORDS.map((word) => search({ q: word })),
    ...WORDS.map((word) => search({ q: dropLetter(word), size: '5' })),
    ...WORDS.map((word, at) =>
      search({ q: `${word} ${WORDS[(at + 9) % WORDS.length]}`, page: '2', size: '7' }),
    ),
    ...WORDS.map((word) => search({ q: word.slice(0, 3).toUpperCase() })),
    ...numbers(24).map((at) => search({ page: String(1 + at), size: '10' })),
    ...CATEGORIES.map((path) => search({ category: path.split('/').at(-1) ?? '' })),
    ...BRANDS.flatMap((brand) => [search({ brand }), search({ brand: dropLetter(brand), q: 'oil' })]),
    ...COUNTRIES.map((country) => search({ country: country.slice(0, 4).toLowerCase() })),
    ...numbers(20).map((at) => search({ q: gtinOf(at * 7).slice(at % 5, 8 + (at % 6)) })),
    ...numbers(12).map((at) => search({ q: WORDS[at] ?? '', category: 'food', country: 'f', brand: 'nord' })),
    ...['de', 'en', 'fr', 'ja'].flatMap((lang) => [search({ q: 'oat', lang }), search({ lang, size: '30' })]),
    search({ q: 'oat' }, { 'Accept-Language': 'de-AT, en;q=0.5' }),
    ...['%', '_', '\\', '"', "'", ' ', '   ', '-', '0', '7 0', '(', '🍫', 'ß', 'I', 'a b c'].map((q) =>
      search({ q }),
    ),
    ...['category=nothing-of-it', 'brand=zzzzzz', 'country=zz', 'q=qqqqqqq', 'unknown=1', 'q='].map(
      (parameters) => ask(`/products/search?${parameters}`),
    ),
  ];
}

function listBarcodes(): RecordedQuestion[] {
  return [
    ...numbers(50).map((at) => gtinOf(at * 3)),
    ...numbers(15).map((at) => gtinOf(at * 3).padStart(14, '0')),
    ...numbers(12).map((at) => caseGtinOf(at * 3)),
    ...numbers(10).map((at) => gtinOf(PRODUCT_COUNT + at)),
    ...numbers(8).map((at) => gtinOf(at).slice(0, 12) + String(at)),
    '042100005264',
    '04252614',
    '40123455',
    '0000040123455',
    '000040123455',
    '04252615',
    '14252611',
    '01234565',
    '20450489',
    '2135040039753',
    '93017620422006',
    '9901234567899',
    '00000000',
    '123',
    'abc',
    '3017620',
    '%20',
    '%00',
    '%F0%9F%8D%AB',
    '٣٠١٧٦٢٠٤٢٢٠٠٣',
    '-40123455',
    '4.0e7',
  ]
    .map((gtin) => ask(`/products/barcode/${gtin}`))
    .concat(
      ['lang=de', 'lang=en', 'lang=xx', 'lang=de&lang=en', 'foo=bar'].map((parameters) =>
        ask(`/products/barcode/${gtinOf(3)}?${parameters}`),
      ),
      ask(`/products/barcode/${gtinOf(3)}`, { 'Accept-Language': 'en' }),
      ask(`/products/barcode/${gtinOf(3)}`, { 'If-None-Match': '"nothing"' }),
      ask('/products/barcode/%'),
      ask('/products/barcode/'),
      ask('/products/barcode'),
    );
}

function listProducts(): RecordedQuestion[] {
  return [
    ...numbers(56).map((at) => ask(`/products/${productIdOf(at * 4)}`)),
    ...numbers(10).map((at) => ask(`/products/${productIdOf(at * 6 + 5)}`)),
    ...numbers(12).map((at) => ask(`/products/${productIdOf(at * 3)}?lang=${at % 2 ? 'de' : 'en'}`)),
    ...numbers(12).map((at) => ask(`/products/${productIdOf(at * 5)}/nutriments`)),
    ...numbers(12).map((at) => ask(`/products/${productIdOf(at * 6 + 5)}/msrp`)),
    ...[28, 30, 57, PRODUCT_COUNT, 999_999].map((number) => ask(`/products/${productIdOf(number)}`)),
    ...['0', 'nonsense', '%', '0198a000-0000-7000-8000', 'SEARCH', productIdOf(4).toUpperCase()].map((id) =>
      ask(`/products/${id}`),
    ),
    ask(`/products/${productIdOf(PRODUCT_COUNT)}/msrp`),
    ask(`/products/${productIdOf(PRODUCT_COUNT)}/nutriments`),
    ask(`/products/${productIdOf(8)}?lang=zz`),
    ask('/products'),
    ask('/products/'),
    ask('/nothing/here'),
  ];
}

const REFUSED_SEARCHES = [
  'page=0',
  'page=-1',
  'page=1.5',
  'page=abc',
  'page=1000001',
  'page=1000000',
  'page=101&size=10&q=oat',
  'size=0',
  'size=101',
  'size=',
  'size=ten',
  'page=1&page=2',
  'q=a&q=b',
  'q=%00',
  'q=%FF',
  `q=${'x'.repeat(201)}`,
  `brand=${'x'.repeat(201)}`,
  `country=${'x'.repeat(81)}`,
  'lang=english',
  'lang=',
  'category=%00',
  'q=%',
  'q=%zz',
];

const dropLetter = (word: string) => word.slice(0, 2) + word.slice(3);
