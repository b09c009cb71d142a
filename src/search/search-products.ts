import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { NameLanguage } from '../data/names/names.ts';
import type { Db } from '../platform/db/client.ts';
import { type ApiError, refuseParameter } from '../platform/http/api-error.ts';
import { shareSlots } from '../platform/share-slots.ts';
import type { Metrics } from '../platform/metrics.ts';
import { foldText, readSearchText, wordsOf } from '../platform/text/fold-text.ts';
import { barcodeCondition } from './barcode-condition.ts';
import type { HandOverReason } from './explain/explanation-contract.ts';
import { createGivenNames } from '../catalog/names/given-names.ts';
import { describeFacets, readFacets } from './facets/describe-facets.ts';
import type { FacetCounts, FacetRequest } from './facets/facet-request.ts';
import { resolveFilters } from './resolve-filters.ts';
import type { Order, ProductSummary, searchPageSchema, SearchQuery } from './search-contract.ts';
import {
  isCode,
  isTimedText,
  type EngineFilters,
  type EnginePage,
  type EngineQuery,
  type SearchEngine,
} from './search-engine.ts';
import { DEEPEST_ORDERED, DEEPEST_RESULT, MOST_TIMED_MATCHES, POSTGRES_SLOTS } from './search-limits.ts';
import { explainAnswer } from './explain/explain-items.ts';
import { createSearchLabels } from './search-labels.ts';

/** A page with the names that were searched, in any language. */
export type SearchPage = Omit<z.output<typeof searchPageSchema>, 'items'> & { items: ProductSummary[] };

/**
 * Searches for a caller. Slots are shared by `caller`; all callers without a name share one part.
 * @throws ApiError 400 `invalid_parameter` for a page of a text that ends beyond `DEEPEST_RESULT`, or of an order beyond
 *   `DEEPEST_ORDERED`, for more matches of a text than can be sorted by time, and for an unknown value; 503
 *   `unavailable` when too many searches wait
 */
export type SearchProducts = (
  query: SearchQuery,
  signal: AbortSignal,
  caller?: string,
  /** The language of facet labels; English by default. */
  language?: NameLanguage,
) => Promise<SearchPage>;

/** Filters that are read from Postgres, which takes as long as a search where a name is like many others. */
const READ_FILTERS = [
  'category',
  'brand',
  'country',
  'category_in',
  'brand_in',
  'country_in',
  'kind_in',
] as const;

/** Returns the use case of `GET /products/search`: it folds the text, resolves the filters and queries the engine. */
export function createSearchProducts(db: Db, engine: SearchEngine, metrics: Metrics): SearchProducts {
  const readGivenNames = createGivenNames(db);
  const inTurn = shareSlots(POSTGRES_SLOTS);
  const labels = createSearchLabels(db, engine);
  return async (query, signal, caller = '', language = 'en') => {
    const startedAt = performance.now();
    const handedOver: HandOverReason[] = [];
    const noteHandOver = query.explain ? (reason: HandOverReason) => void handedOver.push(reason) : undefined;
    const text = readText(query);
    const request = await readFacets(db, query);
    const resolve = () => resolveFilters(db, query);
    const readFilters = () =>
      READ_FILTERS.some((name) => query[name]) ? inTurn(caller, resolve, signal) : resolve();
    const asked = text.typed === undefined ? engine : labels;
    const page = await findPage(readFilters, asked, metrics, query, request, signal, {
      ...text,
      caller,
      noteHandOver,
    });
    return {
      items: await withMatched(db, text, page.items.map(withShownScore)),
      page: query.page,
      size: query.size,
      total: page.total,
      total_is_exact: page.isTotalExact,
      is_settled: page.isSettled,
      ...(query.explain && {
        explanation: explainAnswer(query, text, page, handedOver, performance.now() - startedAt),
      }),
      ...(request &&
        page.facets && { facets: await describeFacets(db, request, page.facets, language, readGivenNames) }),
    };
  };
}

/** Rounds the score to six decimals, the precision of a 4-byte float. Engines rank by the unrounded float. */
function withShownScore(item: ProductSummary): ProductSummary {
  return { ...item, score: item.score === null ? null : Math.round(item.score * 1e6) / 1e6 };
}

/** Adds to each item whether a barcode contains the digits of a code, or only the name matches. */
async function withMatched(
  db: Db,
  { digits }: AskedText,
  items: ProductSummary[],
): Promise<ProductSummary[]> {
  if (!isCode({ digits }) || digits === undefined || items.length === 0) return items;
  const { rows } = await db.execute<{ id: string }>(sql`
    select product_id as id from barcodes
    where product_id = any(${sql.param(items.map(({ id }) => id))}::uuid[]) and ${barcodeCondition(digits)}`);
  const byBarcode = new Set(rows.map(({ id }) => id));
  return items.map((item) => ({ ...item, matched: byBarcode.has(item.id) ? 'barcode' : 'name' }));
}

async function findPage(
  readFilters: () => Promise<EngineFilters>,
  engine: SearchEngine,
  metrics: Metrics,
  query: SearchQuery,
  facets: FacetRequest | undefined,
  signal: AbortSignal,
  asking: AskedText & Pick<EngineQuery, 'caller' | 'noteHandOver'>,
): Promise<EnginePage> {
  const { text } = asking;
  if (text && query.page * query.size > DEEPEST_RESULT) throw tooDeep();
  const order = readOrder(query);
  const filters = await readFilters();
  const matchesNothing = Object.values(filters).some(
    (values) => Array.isArray(values) && values.length === 0,
  );
  // A text that folds to nothing matches no name; it is not an empty query. Facets are counted even under filters
  // that match nothing, because each facet ignores its own filter.
  if ((matchesNothing && !facets) || (!text && query.q.trim()))
    return { items: [], total: 0, isTotalExact: true, isSettled: true, ...(facets && { facets: NO_COUNTS }) };
  const engineQuery: EngineQuery = {
    filters,
    order,
    facets,
    offset: (query.page - 1) * query.size,
    limit: query.size,
    ...asking,
  };
  const stopTimer = metrics.searchSeconds.startTimer({ engine: engine.name });
  try {
    const page = await engine.search(engineQuery, signal);
    metrics.searchPages.inc({ settled: String(page.isSettled) });
    if (isTimedText(engineQuery) && page.total > MOST_TIMED_MATCHES) throw tooManyForTime(query, page);
    return page;
  } finally {
    stopTimer();
  }
}

type AskedText = Pick<EngineQuery, 'text' | 'digits' | 'typed'>;

/** Reads the text of a query. A code, and a text without a letter or digit, is looked for in names and barcodes alone. */
function readText({ q, in: where }: SearchQuery): AskedText {
  const { text, digits } = readSearchText(foldText(q));
  if (where !== 'all' || isCode({ digits }) || wordsOf(text).length === 0) return { text, digits };
  return { text, digits, typed: withoutOperators(q) };
}

/** Returns a typed text without quotes and hyphens, which an engine takes for operators. */
export function withoutOperators(q: string): string {
  return q.replaceAll(/["\p{Pi}\p{Pf}\p{Pd}]/gu, ' ').trim();
}

const NO_COUNTS: { counts: FacetCounts; isExact: boolean } = { counts: {}, isExact: true };

function tooManyForTime({ sort }: SearchQuery, { total }: EnginePage): ApiError {
  return refuseParameter(
    'sort',
    `can be ${sort} for at most ${MOST_TIMED_MATCHES} matches of q, and there are ${total}. Say more in q, or narrow it ` +
      'with filters',
    { reason: 'too_many_for_sort', total },
  );
}

function tooDeep(): ApiError {
  return refuseParameter(
    'page',
    `is too deep for a text: page × size may be at most ${DEEPEST_RESULT}. Say more in q, or narrow it ` +
      'with category, brand or country; without q every page can be read',
  );
}

/** Returns the requested order, or undefined for relevance. */
function readOrder({ sort, q, page, size }: SearchQuery): Order | undefined {
  if (sort === undefined || sort === 'relevance') return undefined;
  if (q.trim()) return sort;
  if (sort === 'quality') return undefined;
  if (page * size > DEEPEST_ORDERED)
    throw refuseParameter(
      'page',
      `is too deep for sort=${sort}: page × size may be at most ${DEEPEST_ORDERED}. Narrow it with filters; by quality ` +
        'every page can be read',
      { reason: 'too_deep_for_sort' },
    );
  return sort;
}
