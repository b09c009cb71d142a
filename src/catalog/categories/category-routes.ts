import { chooseNameLanguage, type NameLanguage } from '../../data/names/names.ts';
import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import { buildCategoryTree, type CountedCategory } from './build-category-tree.ts';
import { LANGUAGE_HEADERS, languageQuery, readWantedLanguages } from '../products/wanted-languages.ts';
import { createCachedValue } from '../statistics/cached-value.ts';
import {
  categoryTreeSchema,
  type CategoryTree,
  adminCategoryListSchema,
  adminCategorySchema,
  categoryChangeSchema,
  categoryParamsSchema,
  changedCategorySchema,
  newCategorySchema,
  type CategoryChange,
} from './category-contract.ts';
import { listCountedCategories, listAdminCategories } from './category-store.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { mayActAs, type Operator } from '../../platform/http/callers/operator.ts';
import { adminRoutesOf, LONG_DEADLINE_MS } from '../../platform/http/callers/admin-route.ts';
import { changeCategory, createCategory, deleteCategory } from './change-category.ts';

export function categoryRoutes({ db }: { db: Db }) {
  const readTrees = createCachedValue({
    load: async () => nameTrees(await listCountedCategories(db)),
    freshMs: 2_000,
    maxAgeMs: 5_000,
  });
  return [
    route('get', '/categories', 'getCategoryTree', {
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

const adminRoute = adminRoutesOf({ tag: 'Categories' });

export function categoryAdminRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/categories', 'listAdminCategories', {
      role: 'reviewer',
      summary: 'Every category with its own counts, by path',
      response: adminCategoryListSchema,
      handler: async () => ({ items: await listAdminCategories(db) }),
    }),
    adminRoute('get', '/categories/{id}', 'getAdminCategory', {
      role: 'reviewer',
      summary: 'One category',
      params: categoryParamsSchema,
      response: adminCategorySchema,
      errors: ['not_found'],
      handler: async ({ params: { id } }) => {
        const [category] = await listAdminCategories(db, id);
        if (!category) throw new ApiError('not_found', 'There is no category with this id.');
        return category;
      },
    }),
    adminRoute('post', '/categories', 'createCategory', {
      role: 'admin',
      summary: 'Make a category',
      body: newCategorySchema,
      status: 201,
      response: adminCategorySchema,
      errors: ['already_exists'],
      handler: ({ author, body }) => createCategory(db, author, body),
    }),
    adminRoute('patch', '/categories/{id}', 'changeCategory', {
      role: 'editor',
      deadlineMs: LONG_DEADLINE_MS,
      summary: 'Rename, recode or move a category, or give it another archive kind',
      description:
        'An editor may change names and synonyms; other changes need an admin. Paths, levels, inherited kinds and counts of the subtree ' +
        'follow, and the index. With `dry_run` the answer is the result without the change. Imports find categories by code.',
      params: categoryParamsSchema,
      body: categoryChangeSchema,
      response: changedCategorySchema,
      errors: ['not_found', 'already_exists', 'invalid_state', 'forbidden'],
      handler: async ({ author, operator, params: { id }, body }) => {
        refuseMoreThanName(operator, body);
        return await changeCategory(db, author, id, body);
      },
    }),
    adminRoute('delete', '/categories/{id}', 'deleteCategory', {
      role: 'admin',
      summary: 'Delete a category that has neither products nor sub-categories',
      params: categoryParamsSchema,
      response: adminCategorySchema,
      errors: ['not_found', 'invalid_state'],
      handler: ({ author, params: { id } }) => deleteCategory(db, author, id),
    }),
  ];
}

function refuseMoreThanName(operator: Operator, change: CategoryChange): void {
  const { name: _name, names: _names, synonyms: _synonyms, dry_run: _dryRun, ...others } = change;
  if (mayActAs(operator.role, 'admin') || Object.values(others).every((value) => value === undefined)) return;
  throw new ApiError(
    'forbidden',
    `An editor may change names and synonyms of a category; other changes need the role admin.`,
    {
      details: { role: operator.role, wanted: 'admin' },
    },
  );
}
