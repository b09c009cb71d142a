import * as z from 'zod/mini';
import { choice, page, text } from '../parts/search-params.ts';

export const TABS = ['facts', 'barcodes', 'sources', 'quality', 'history'] as const;

/** The open tab of a product. */
export const productPageSearch = z.object({ tab: choice(TABS), page });

/** What the form of a new product begins with. */
export const newProductSearch = z.object({ gtin: text, name: text });
