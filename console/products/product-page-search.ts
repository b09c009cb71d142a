import * as z from 'zod/mini';
import { choice, page } from '../parts/search-params.ts';

export const TABS = ['facts', 'barcodes', 'sources', 'quality', 'history'] as const;

/** Which part of a product is open. */
export const productPageSearch = z.object({ tab: choice(TABS), page });
