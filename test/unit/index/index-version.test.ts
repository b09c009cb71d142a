import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildDocument } from '../../../indexer/drain/build-document.ts';
import { INDEX_SETTINGS } from '../../../src/search/engines/meilisearch/meilisearch.ts';
import { nameValues } from '../../../src/search/engines/meilisearch/name-values.ts';
import { deriveFields } from '../../../src/search/engines/opensearch/derive-fields.ts';
import { OPENSEARCH_MAPPING } from '../../../src/search/engines/opensearch/opensearch.ts';
import { wordsOfCategories } from '../../../src/search/index/category-words.ts';
import { INDEX_VERSION } from '../../../src/search/index/search-index.ts';

const NAMES = [
  'Crème brûlée à la vanille',
  'Tea',
  '7-Up Zero',
  'Straße 50 %',
  'Ⅷ ﬁg “Jam”',
  'Jerry’s™ Ha\u00ADsel–Nut',
  '',
];

/**
 * Documents or settings are made otherwise than before. Would a search of the release before be answered wrongly by
 * such an index, or one of this release by an index of the release before? Then count `INDEX_VERSION` up, so that
 * neither is asked. If not (a field that is only shown, a setting that only saves time), the version stays. Either
 * way the new fingerprint goes here.
 */
test('what the index holds is what its version says', () => {
  const documents = NAMES.map((name, n) =>
    buildDocument({
      productId: `01890000-0000-7000-8000-00000000000${n}`,
      name,
      brandId: '01890000-0000-7000-8000-0000000000b1',
      brand: 'Kornblume',
      categoryId: '01890000-0000-7000-8000-0000000000c1',
      categoryPath: 'food/desserts',
      countryOfOrigin: 'France',
      qualityScore: 0.731,
      primaryGtin14: '04006381333931',
      gtins: ['04006381333931'],
      kind: 'food',
      nutriScore: 'b',
      novaGroup: '4',
      environmentalScore: 'a-plus',
      nutriments: { energy_kcal: 539, sugars_g: 56.3 },
      updatedAt: 1_769_850_900_123,
      allergens: ['milk', 'eggs'],
      assured: ['a:nuts', 't:nuts', 'i:palm-oil', 'd:vegetarian'],
      labels: ['organic'],
      countriesSold: ['France', 'Belgium'],
      popularity: 39,
      names: { de: 'Gebrannte Creme' },
      genericNames: { fr: 'Dessert lacté' },
      brands: ['Kornblume', 'Nordhof'],
      categoryWords: wordsOfCategories([
        { code: 'desserts', name: 'Desserts', names: { de: 'Nachspeisen' }, synonyms: [] },
      ]),
    }),
  );
  const fingerprint = createHash('sha256')
    .update(
      JSON.stringify([
        documents,
        [INDEX_SETTINGS, documents.map(({ name }) => nameValues(name))],
        [OPENSEARCH_MAPPING, documents.map(deriveFields)],
      ]),
    )
    .digest('hex');
  expect({ [INDEX_VERSION]: fingerprint.slice(0, 16) }).toEqual({ index_8: 'f42b23d5e6242afd' });
});
