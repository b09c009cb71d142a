import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { createCachedValue } from '../statistics/cached-value.ts';
import { listProductsOf, listSpans, type ListedProduct } from './sitemap-store.ts';

/** Far below the 50,000 of sitemaps.org: a part costs less than three lookups of a product (`npm run bench -- routes`). */
const PART_SIZE = 750;
/** How long the ranges are cached. Products that are added at the end meanwhile appear in the last part. */
const SPANS_FRESH_MS = 3_600_000;
const SPANS_MAX_AGE_MS = 86_400_000;
/** How many parts are read at once, of all callers together, and how many wait. */
const AT_ONCE = 2;
const WAITING = 20;

/** All products with a page under their barcode, in parts, for web search engines. */
export interface Sitemap {
  countParts: () => Promise<number>;
  /**
   * @param part from 1
   * @returns undefined when the part does not exist
   * @throws ApiError `unavailable` when too many parts are requested at once
   */
  readPart: (part: number) => Promise<ListedProduct[] | undefined>;
}

export function createSitemap({ db, partSize = PART_SIZE }: { db: Db; partSize?: number }): Sitemap {
  const readSpans = createCachedValue({
    load: () => listSpans(db, partSize),
    freshMs: SPANS_FRESH_MS,
    maxAgeMs: SPANS_MAX_AGE_MS,
  });
  const slots = bulkhead(AT_ONCE, WAITING);
  return {
    countParts: async () => (await readSpans()).length,
    async readPart(part) {
      const span = (await readSpans())[part - 1];
      if (!span) return undefined;
      try {
        return await slots.execute(() => listProductsOf(db, span, partSize));
      } catch (error) {
        if (!isBulkheadRejectedError(error)) throw error;
        throw new ApiError('unavailable', 'Too many sitemaps are being read. Try again in a moment.', {
          headers: { 'Retry-After': '2' },
          cause: error,
          isShed: true,
        });
      }
    },
  };
}
