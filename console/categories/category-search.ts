import * as z from 'zod/mini';
import { text } from '../parts/search-params.ts';

/** Which category is open. */
export const categorySearch = z.object({ id: text });
