/** What search promises, and what answering may cost: each number once. */

/** Word similarity, 0 to 1, from which on a name is alike: the contract's. */
export const SIMILARITY_THRESHOLD = 0.42;

/** Rank = similarity × (this + quality), the contract's: a product of no quality still counts for half. */
export const QUALITY_BASE = 0.5;

/**
 * Server settings of every connection on which names are compared with `<%`: pg_trgm's own threshold (0.6) would drop
 * matches in silence.
 */
export const SIMILARITY_SETTINGS = { 'pg_trgm.word_similarity_threshold': String(SIMILARITY_THRESHOLD) };

/** The last result of a text that a page may hold: what is deeper costs more than anybody reads. */
export const DEEPEST_RESULT = 1_000;
/** The same of a list in an order of its own: Postgres steps over all that come before. */
export const DEEPEST_ORDERED = 10_000;
/** Without a text the index is asked for pages up to this result: a deeper one costs it all those before. */
export const DEEPEST_LISTED = 1_000;

/** Matches of a text that are put in order by time. */
export const MOST_TIMED_MATCHES = 10_000;

/** Characters of a text, and of the name of a category or brand: two thirds of the longest name there may be. */
export const MAX_TEXT_CHARACTERS = 200;
/** Characters of the name of a country: no country's is longer. */
export const MAX_COUNTRY_CHARACTERS = 80;

/** Searches on the engine. More at once would only share the same processors, and leave none for barcode lookups. */
export const ENGINE_SLOTS = { atOnce: 4, waiting: 200, atOnceEach: 3, waitingEach: 100 };
/** Searches on Postgres. More at once would take the connections of barcode lookups too. */
export const POSTGRES_SLOTS = { atOnce: 4, waiting: 40, atOnceEach: 2, waitingEach: 40 };

/**
 * Milliseconds for a whole search on the engine; then Postgres is asked. Less than the 1,500 after which Meilisearch breaks
 * a search off and answers with a part (`searchCutoffMs`, unless somebody sets it lower): such an answer comes too late.
 */
export const PATIENCE_MS = 800;
/** Milliseconds after which a search asks the engine nothing more, and gives the best that it has found. */
export const ENOUGH_MS = 400;
/** Milliseconds for the exact search of Postgres in place of the engine; then it looks at some products. */
export const EXACT_MS = 700;
/** Milliseconds for products that have a part of the text. */
export const PARTS_MS = 200;
/** Milliseconds without an answer to one request: then the engine hangs. A search asks it several times. */
export const SILENCE_MS = 500;
/** Milliseconds for the engine to say that it is well: no search waits for that. */
export const CHECK_MS = 1_000;
/** Milliseconds for which searches share one look whether the index lags, and for the look; then nobody knows. */
export const LAG_KNOWN_MS = 500;
export const LAG_PATIENCE_MS = 300;
/** Kept-alive connections to the engine at the most; the slots need four, probes and checks a few more. */
export const ENGINE_CONNECTIONS = 32;

/** Suggestions of one answer at the most, and unless it is said. */
export const MOST_SUGGESTIONS = 20;
export const SUGGESTIONS = 8;
/** Characters of a text that suggestions are asked for: nobody types more. */
export const MAX_TYPED_CHARACTERS = 100;
/** Letters of a typed word from which on it may have a typo. */
export const TYPO_LETTERS = 5;
/** Seconds for which a caller may keep suggestions. */
export const SUGGESTIONS_FRESH_S = 60;
/** Products that the engine proposes for suggestions; the second number where these have fewer names than are wanted. */
export const PROPOSALS = 24;
export const MORE_PROPOSALS = 400;
/** Proposed products beyond those that are wanted. */
export const SPARE_PROPOSALS = 2;
/** Products of a suggested brand that Postgres counts; what a brand has beyond that the indexer counts. */
export const MOST_COUNTED = 100;
/** Suggestions of Postgres: so many are found of a kind before they are put in order, and looked at of the best products. */
export const SUGGESTED_CANDIDATES = 200;
export const SUGGESTED_BEST = 5_000;
/** Milliseconds for the engine's proposals; then Postgres answers. So long because an engine that starts reads from disk. */
export const PROPOSE_MS = 800;
/** Milliseconds for a look of Postgres at products or brands by an index, which common letters make long. */
export const SUGGEST_MS = 200;
/** Looks of Postgres for suggestions at once. */
export const SUGGEST_SLOTS = { atOnce: 2, waiting: 40, atOnceEach: 1, waitingEach: 10 };
/** Suggestions a minute for each call a minute that a tier has: a text is typed letter by letter. */
export const SUGGESTIONS_PER_CALL = 5;
/** Letters of a word from which on the index on names finds it. */
export const SHORTEST_INDEXED = 3;
