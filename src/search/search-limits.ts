/** What search promises, and what answering may cost: each number once. The planner's are in `planner-limits.ts`. */

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

/** Characters of a text, and of the name of a category or brand: two thirds of the longest name there may be. */
export const MAX_TEXT_CHARACTERS = 200;
/** Characters of the name of a country: no country's is longer. */
export const MAX_COUNTRY_CHARACTERS = 80;

/** Searches on Meilisearch. More at once would only share the same processors, and leave none for barcode lookups. */
export const PLANNED_SLOTS = { atOnce: 4, waiting: 200, atOnceEach: 3, waitingEach: 100 };
/** Searches on Postgres. More at once would take the connections of barcode lookups too. */
export const EXACT_SLOTS = { atOnce: 4, waiting: 40, atOnceEach: 2, waitingEach: 40 };

/**
 * Milliseconds for a whole search on Meilisearch; then Postgres is asked. Less than the 1,500 after which the engine breaks
 * a search off and answers with a part (`searchCutoffMs`, unless somebody sets it lower): such an answer comes too late.
 */
export const PATIENCE_MS = 800;
/** Milliseconds after which who has no answer yet gets the best that can be found in a hurry. */
export const ANSWER_AFTER_MS = 900;
/** Milliseconds for the first look in a hurry. The second is at a fixed number of products. */
export const HURRIED_MS = 200;
/** Searches in a hurry: short ones. With those on Postgres and with codes they leave connections for lookups. */
export const HURRIED_SLOTS = { atOnce: 3, waiting: 200, atOnceEach: 3, waitingEach: 100 };
/** Milliseconds without an answer to one request: then the engine hangs. A search asks it several times. */
export const SILENCE_MS = 500;
/** Milliseconds for the engine to say that it is well: no search waits for that. */
export const CHECK_MS = 1_000;
/** Kept-alive connections to the engine at the most; the slots need four, probes and checks a few more. */
export const ENGINE_CONNECTIONS = 32;
