import { z } from 'zod';
import type { Db } from '../../../platform/db/client.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { mayActAs, type Operator, type Role } from '../../../platform/http/callers/operator.ts';
import { adminRoute } from '../../../platform/http/callers/admin-route.ts';
import { changeView, createView, removeView } from './change-views.ts';
import {
  newViewSchema,
  savedViewListSchema,
  savedViewSchema,
  VIEW_LISTS,
  viewChangeSchema,
  viewParamsSchema,
  type SavedView,
} from './view-contract.ts';
import { listViews } from './view-store.ts';

/** Least role for the views of a list: that of the list itself, because its views may reveal what it shows. */
const ROLES: Record<SavedView['list'], Role> = {
  products: 'reviewer',
  brands: 'editor',
  keys: 'admin',
  audit: 'reviewer',
};

const OWN = { role: 'reviewer', tag: 'Views' } as const;

/** Named addresses of console lists, private or shared. */
export function viewRoutes({ db }: { db: Db }) {
  const listsOf = (operator: Operator) => VIEW_LISTS.filter((list) => mayActAs(operator.role, ROLES[list]));
  const find = async (operator: Operator, id: string) => {
    const [view] = await listViews(db, operator.id, listsOf(operator), id);
    if (!view) throw new ApiError('not_found', 'There is no view with this id.');
    return view;
  };
  return [
    adminRoute({
      ...OWN,
      method: 'get',
      path: '/views',
      operationId: 'listViews',
      summary: 'Your saved views and the shared ones, of the lists that you may see',
      response: savedViewListSchema,
      handler: async ({ operator }) => ({ items: await listViews(db, operator.id, listsOf(operator)) }),
    }),
    adminRoute({
      ...OWN,
      method: 'post',
      path: '/views',
      operationId: 'createView',
      summary: 'Save the address of a list under a name',
      body: newViewSchema,
      response: savedViewSchema,
      status: 201,
      errors: ['validation_failed', 'already_exists', 'invalid_state'],
      handler: async ({ body, operator, author }) => {
        if (!mayActAs(operator.role, ROLES[body.list])) {
          throw new ApiError('forbidden', 'You may not see this list.');
        }
        return await find(operator, await createView(db, body, operator, author));
      },
    }),
    adminRoute({
      ...OWN,
      method: 'patch',
      path: '/views/{id}',
      operationId: 'changeView',
      summary: 'Rename, share or overwrite a view: its owner, or an admin if it is shared',
      params: viewParamsSchema,
      body: viewChangeSchema,
      response: savedViewSchema,
      errors: ['validation_failed', 'not_found', 'already_exists'],
      handler: async ({ params: { id }, body, operator, author }) => {
        const before = await find(operator, id);
        await changeView(db, id, body, operator, author);
        // An admin who makes another operator's view private can no longer see it.
        const [after] = await listViews(db, operator.id, listsOf(operator), id);
        return after ?? { ...before, ...body };
      },
    }),
    adminRoute({
      ...OWN,
      method: 'delete',
      path: '/views/{id}',
      operationId: 'deleteView',
      summary: 'Delete a view: its owner, or an admin if it is shared',
      params: viewParamsSchema,
      response: z.object({ id: z.uuid() }),
      errors: ['not_found'],
      handler: async ({ params: { id }, operator, author }) => {
        await find(operator, id);
        await removeView(db, id, operator, author);
        return { id };
      },
    }),
  ];
}
