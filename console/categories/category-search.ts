import * as z from 'zod/mini';
import { text } from '../parts/search-params.ts';

/** The open category. */
export const categorySearch = z.object({ id: text });
