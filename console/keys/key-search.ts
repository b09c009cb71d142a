import * as z from 'zod/mini';
import { choice, page, text } from '../parts/search-params.ts';

/** The filters of the list of accounts. */
export const keySearch = z.object({ q: text, tier: text, status: choice(['active', 'blocked']), page });
