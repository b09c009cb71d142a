import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import {
  brandPageSchema,
  brandQuerySchema,
  adminBrandPageSchema,
  adminBrandSchema,
  brandAliasParamsSchema,
  brandImpactSchema,
  brandListQuerySchema,
  brandMergeSchema,
  brandParamsSchema,
  brandRenameSchema,
  newBrandAliasSchema,
  newBrandSchema,
} from './brand-contract.ts';
import {
  findBrand,
  listBrandsById,
  loadBrandOrder,
  countBrandProducts,
  findAdminBrand,
  listAdminBrands,
} from './brand-store.ts';
import { createCachedValue } from '../statistics/cached-value.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { adminRoutesOf, LONG_DEADLINE_MS } from '../../platform/http/callers/admin-route.ts';
import {
  addBrandAlias,
  createBrand,
  deleteBrand,
  mergeBrands,
  removeBrandAlias,
  renameBrand,
} from './change-brand.ts';

export function brandRoutes({ db }: { db: Db }) {
  const readBrandOrder = createCachedValue({
    load: () => loadBrandOrder(db),
    freshMs: 2_000,
    maxAgeMs: 5_000,
  });
  return [
    route('get', '/brands', 'listBrands', {
      tag: 'Catalogue',
      summary: 'The brands with products in use, by name',
      description: 'An added or renamed brand appears in its place after at most 5 seconds.',
      query: brandQuerySchema,
      response: brandPageSchema,
      handler: async ({ query: { slug, name, page, size } }) => {
        if (slug !== undefined || name !== undefined) {
          const items = await findBrand(db, { slug, name });
          return { items: page === 1 ? items : [], page, size, total: items.length };
        }
        const order = await readBrandOrder();
        const items = await listBrandsById(db, order.slice((page - 1) * size, size));
        return { items, page, size, total: order.total };
      },
    }),
  ];
}

const adminRoute = adminRoutesOf({ tag: 'Brands', role: 'editor' });

export function brandAdminRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/brands', 'listAdminBrands', {
      summary: 'All brands, including those without products',
      query: brandListQuerySchema,
      response: adminBrandPageSchema,
      handler: async ({ query }) => {
        const { items, total } = await listAdminBrands(db, query);
        return { items, page: query.page, size: query.size, total };
      },
    }),
    adminRoute('post', '/brands', 'createBrand', {
      summary: 'Make a brand',
      body: newBrandSchema,
      status: 201,
      response: adminBrandSchema,
      errors: ['already_exists'],
      handler: ({ author, body }) => createBrand(db, author, body),
    }),
    adminRoute('get', '/brands/{id}', 'getAdminBrand', {
      summary: 'One brand with its aliases',
      params: brandParamsSchema,
      response: adminBrandSchema,
      errors: ['not_found'],
      handler: async ({ params: { id } }) => (await findAdminBrand(db, id)) ?? refuseUnknown(),
    }),
    adminRoute('get', '/brands/{id}/impact', 'getBrandImpact', {
      summary: 'Preview of renaming or merging the brand',
      params: brandParamsSchema,
      response: brandImpactSchema,
      errors: ['not_found'],
      handler: async ({ params: { id } }) => {
        if (!(await findAdminBrand(db, id))) refuseUnknown();
        return await countBrandProducts(db, id);
      },
    }),
    adminRoute('patch', '/brands/{id}', 'renameBrand', {
      deadlineMs: LONG_DEADLINE_MS,
      summary: 'Rename a brand',
      description:
        'If another brand has the name, merge the two instead: `details` of the 409 names that brand.',
      params: brandParamsSchema,
      body: brandRenameSchema,
      response: adminBrandSchema,
      errors: ['not_found', 'already_exists'],
      handler: ({ author, params: { id }, body }) => renameBrand(db, author, id, body),
    }),
    adminRoute('post', '/brands/{id}/merge', 'mergeBrand', {
      deadlineMs: LONG_DEADLINE_MS,
      summary: 'Give all products of a brand to another one',
      description:
        'Its name and aliases become aliases of the other brand, which is returned. The brand is deleted.',
      params: brandParamsSchema,
      body: brandMergeSchema,
      response: adminBrandSchema,
      errors: ['not_found'],
      handler: ({ author, params: { id }, body }) => mergeBrands(db, author, id, body.into_id),
    }),
    adminRoute('post', '/brands/{id}/aliases', 'addBrandAlias', {
      summary: 'Add a name by which imports, approvals and searches find the brand',
      params: brandParamsSchema,
      body: newBrandAliasSchema,
      status: 201,
      response: adminBrandSchema,
      errors: ['not_found', 'already_exists'],
      handler: ({ author, params: { id }, body }) => addBrandAlias(db, author, id, body.alias),
    }),
    adminRoute('delete', '/brands/{id}/aliases/{alias}', 'removeBrandAlias', {
      summary: 'Remove an alias',
      params: brandAliasParamsSchema,
      response: adminBrandSchema,
      errors: ['not_found'],
      handler: ({ author, params }) => removeBrandAlias(db, author, params.id, params.alias),
    }),
    adminRoute('delete', '/brands/{id}', 'deleteBrand', {
      summary: 'Delete a brand without products',
      params: brandParamsSchema,
      response: adminBrandSchema,
      errors: ['not_found', 'invalid_state'],
      handler: ({ author, params: { id } }) => deleteBrand(db, author, id),
    }),
  ];
}

function refuseUnknown(): never {
  throw new ApiError('not_found', 'There is no brand with this id.');
}
