import * as z from 'zod/mini';
import { listSearch } from '../parts/list/list-search.ts';
import { choice, flag, text } from '../parts/search-params.ts';

const SORTS = ['name', '-name', 'products', 'fewest', 'newest', 'oldest'] as const;

/** The filters of the list of brands. */
export const brandSearch = z.object({ q: text, sort: choice(SORTS), unused: flag, ...listSearch });
