import * as z from 'zod/mini';
import { choice, page } from '../parts/search-params.ts';

export const TABS = ['facts', 'barcodes', 'sources', 'quality', 'history'] as const;

/** The open tab of a product. */
export const productPageSearch = z.object({ tab: choice(TABS), page });
