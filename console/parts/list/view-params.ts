import * as z from 'zod/mini';
import type { SavedView } from '../../../src/access/operators/views/view-contract.ts';
import { omitListSearch } from './list-search.ts';

export type ViewList = SavedView['list'];

/** The path of each list. */
export const LIST_PATHS: Record<ViewList, string> = {
  products: '/products',
  brands: '/brands',
  keys: '/keys',
  audit: '/audit',
};

/** Returns the parameters that a view stores: filters and order, and the columns unless they are the default ones. */
export function buildViewParams(search: object, columns: string | undefined): Record<string, string> {
  const given = Object.entries({ ...omitListSearch(search), columns });
  return Object.fromEntries(
    given.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
  );
}

/** Returns the parameters of a view that its list does not know: another release saved it. */
export function listUnknownParams(shape: z.ZodMiniObject, params: Record<string, string>): string[] {
  const understood = z.parse(shape, params) as Record<string, unknown>;
  return Object.entries(params)
    .filter(([name]) => understood[name] === undefined)
    .map(([name, value]) => `${name}=${value}`);
}

export function isSameParams(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
