import { READ_DEADLINE_MS } from '../platform/http/run-route.ts';

/** The limits that search promises, and the limits of its costs. */

/** The least word similarity (0 to 1) of a match. The API promises this value. */
export const SIMILARITY_THRESHOLD = 0.42;

/** Rank = similarity × (this + quality), as the API promises: a product of quality 0 still gets half the similarity. */
export const QUALITY_BASE = 0.5;

/**
 * Server settings of every connection that compares names with `<%`: pg_trgm’s default threshold (0.6) would silently drop
 * matches.
 */
export const SIMILARITY_SETTINGS = { 'pg_trgm.word_similarity_threshold': String(SIMILARITY_THRESHOLD) };

/**
 * Candidates of a search of all labels that are compared with the text, for pages up to there. More for the first pages
 * would rank worse, because quality lifts weak matches.
 */
export const LABEL_WINDOWS = [40, 200, 1_000];
/** Milliseconds for which searches share one read of the names of categories. */
export const CATEGORY_WORDS_FRESH_MS = 60_000;

/** The last reachable result of a text: deeper pages are expensive, and people do not read them. */
export const DEEPEST_RESULT = 1_000;
/** The same for a list in another order: Postgres steps over all results before the page. */
export const DEEPEST_ORDERED = 10_000;
/** The last result without a text that the index answers: a deeper page costs the index all results before it. */
export const DEEPEST_LISTED = 1_000;

/** The most matches of a text that are sorted by time. */
export const MOST_TIMED_MATCHES = 10_000;

/** The most characters of a text, and of a category’s or brand’s name: two thirds of the longest permitted name. */
export const MAX_TEXT_CHARACTERS = 200;
/** The most characters of a country’s name: all countries’ names are shorter. */
export const MAX_COUNTRY_CHARACTERS = 80;

/** Searches on the engine. More at once would only share the same processors, and leave too few for barcode lookups. */
export const ENGINE_SLOTS = { atOnce: 4, waiting: 200, atOnceEach: 3, waitingEach: 100 };
/** Searches on Postgres. More at once would take the connections of barcode lookups too. */
export const POSTGRES_SLOTS = { atOnce: 4, waiting: 40, atOnceEach: 2, waitingEach: 40 };

/**
 * Milliseconds for a whole search on the engine; then Postgres is asked. Less than the 1,500 after which Meilisearch ends a
 * search with a partial answer (`searchCutoffMs`, unless it is set lower): so a partial answer comes too late to be used.
 */
export const PATIENCE_MS = 800;
/** Milliseconds after which a search sends no further requests to the engine and returns its best results. */
export const ENOUGH_MS = 400;
/**
 * Milliseconds after that for which a request for a better page may still run. It ends 100 ms before `PATIENCE_MS`, so that
 * the search returns what it has instead of falling back.
 */
export const OVERTIME_MS = PATIENCE_MS - ENOUGH_MS - 100;
/** Milliseconds for the exact search in Postgres as a fallback; then it searches some products only. */
export const EXACT_MS = 700;
/** Milliseconds for the search by parts of the text. */
export const PARTS_MS = 200;
/**
 * Milliseconds that a search has when it falls back to Postgres. The engine’s time and the wait for a slot count. So the exact
 * search gets shorter as searches pile up, and each is answered before the deadline of a read.
 */
export const ANSWER_MS = READ_DEADLINE_MS - PARTS_MS;
/**
 * Milliseconds for one request to Meilisearch, of which a search sends several, or to one of several nodes of OpenSearch. A
 * slower one counts as hanging.
 */
export const SILENCE_MS = 500;
/** Milliseconds for a health check of the engine: no search waits for it. */
export const CHECK_MS = 1_000;
/** Milliseconds for which searches take it as known that the index has many documents. */
export const MANY_KNOWN_MS = 1_000;
/** Milliseconds for which searches share one check of the index lag. */
export const LAG_KNOWN_MS = 500;
/** Milliseconds for that check; without an answer the index counts as lagging. */
export const LAG_PATIENCE_MS = 300;
/** The most kept-alive connections to the engine; the slots need four, probes and checks a few more. */
export const ENGINE_CONNECTIONS = 32;

/** The most suggestions of an answer. */
export const MOST_SUGGESTIONS = 20;
/** The default. The scripts of the pages rely on it. */
export const USUAL_SUGGESTIONS = 8;
/** The most characters of a text for suggestions: people type less. */
export const MAX_TYPED_CHARACTERS = 100;
/** The fewest letters of a typed word that may have a typo. */
export const TYPO_LETTERS = 5;
/** Seconds for which a caller may keep suggestions. */
export const SUGGESTIONS_FRESH_S = 60;
/** The fewest digits whose products are suggested: fewer stand in too many barcodes for a call at every key. */
export const SUGGESTED_DIGITS = 6;
/** Products that are compared for suggestions; the second number if they have too few different names. */
export const PROPOSALS = 24;
export const MORE_PROPOSALS = 400;
/** How many found products are read beyond the requested number. */
export const SPARE_PROPOSALS = 2;
/** The most products of a suggested brand that Postgres counts. Above that the indexer’s count is used. */
export const MOST_COUNTED = 100;
/** The most brands of a suggestion that Postgres counts while the engine is away. */
export const SUGGESTED_CANDIDATES = 200;
/** Milliseconds for that, which is slow for common letters. */
export const SUGGEST_MS = 200;
