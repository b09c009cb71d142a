import { chooseNameLanguage, type NameLanguage } from '../../data/names/names.ts';
import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import { buildCategoryTree, type CountedCategory } from './build-category-tree.ts';
import { LANGUAGE_HEADERS, languageQuery, readWantedLanguages } from '../products/wanted-languages.ts';
import { createCachedValue } from '../statistics/cached-value.ts';
import { categoryTreeSchema, type CategoryTree } from './category-contract.ts';
import { listCountedCategories } from './category-store.ts';

export function categoryRoutes({ db }: { db: Db }) {
  const readTrees = createCachedValue({
    load: async () => nameTrees(await listCountedCategories(db)),
    freshMs: 2_000,
    maxAgeMs: 5_000,
  });
  return [
    route({
      method: 'get',
      path: '/categories',
      operationId: 'getCategoryTree',
      tag: 'Catalogue',
      summary: 'The whole category tree',
      description:
        'Counts are at most 5 seconds old. A category without a name in the language has its English one.',
      query: languageQuery,
      response: categoryTreeSchema,
      headers: LANGUAGE_HEADERS,
      handler: async ({ query: { lang }, headers }) =>
        (await readTrees())(chooseNameLanguage(readWantedLanguages(lang, headers))),
    }),
  ];
}

/** Counting reads all products, so it is done once for all languages. Each tree is built on first use. */
function nameTrees(rows: readonly CountedCategory[]): (language: NameLanguage) => CategoryTree {
  const trees = new Map<NameLanguage, CategoryTree>();
  return (language) => {
    const tree = trees.get(language) ?? { items: buildCategoryTree(rows, language) };
    trees.set(language, tree);
    return tree;
  };
}
