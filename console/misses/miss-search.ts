import * as z from 'zod/mini';
import { choice, page } from '../parts/search-params.ts';

export const KINDS = ['text', 'barcode'] as const;
/** The periods to choose from, in days; without one it is 30. */
export const PERIODS = ['7', '30', '90'] as const;

/** The filters of the list of misses. */
export const missSearch = z.object({ kind: choice(KINDS), days: choice(PERIODS), page });
