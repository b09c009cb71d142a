import * as z from 'zod/mini';
import { choice, flag, page, text } from '../parts/search-params.ts';

/** The filters of the list of brands. */
export const brandSearch = z.object({ q: text, sort: choice(['products', 'newest']), unused: flag, page });
