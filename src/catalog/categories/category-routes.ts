import { chooseNameLanguage, NAME_LANGUAGES } from '../../data/names/names.ts';
import type { Db } from '../../platform/db/client.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { buildCategoryTree } from './build-category-tree.ts';
import { LANGUAGE_HEADERS, languageQuery, readWantedLanguages } from '../products/wanted-languages.ts';
import { createCachedValue } from '../statistics/cached-value.ts';
import { categoryTreeSchema } from './category-contract.ts';
import { listCountedCategories } from './category-store.ts';

export function categoryRoutes({ db }: { db: Db }): Route[] {
  const age = { freshMs: 2_000, maxAgeMs: 5_000 };
  const treeIn = new Map(
    NAME_LANGUAGES.map((language) => [
      language,
      createCachedValue({
        load: async () => ({ items: buildCategoryTree(await listCountedCategories(db), language) }),
        ...age,
      }),
    ]),
  );
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
      handler: async ({ query: { lang }, headers }) => {
        const readTree = treeIn.get(chooseNameLanguage(readWantedLanguages(lang, headers)));
        if (!readTree) throw new Error('a language has no tree');
        return await readTree();
      },
    }),
  ];
}
