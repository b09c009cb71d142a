/**
 * What the planner's answers and their price hang on, each number once. They were tuned together on 200,000 and a
 * million products (docs/decisions/0003-search-plan.md): after a change, run `npm run bench:search`.
 */

// Plans: which groups of documents are worth asking for.

/** Trigrams that a word shares with the query at least: fewer are in thousands of words. */
export const MIN_SHARED_TRIGRAMS = 3;
/** Words that share the most, between which and the query's words seams are tried: the others are too far from a match. */
export const MAX_SEAM_WORDS = 40;
/** Words of a query between which seams are tried: in a longer query a seam adds too little. */
export const MAX_WORDS_WITH_SEAMS = 4;
/** Trigrams that a seam adds at the most: a boundary token holds two letters of the next word. */
export const SEAM_TRIGRAMS = 2;
/** Words of a query that are planned, the longest: the others can only add to a document. */
export const MAX_TERMS = 6;
/** Words of a query up to which two of them may be variants at once: the pairs of more are too many to list. */
export const MAX_TERMS_FOR_PAIRS = 3;
/** Tokens that stand for the variants of a word, those that share the most: the list is part of every filter. */
export const MAX_VARIANT_TOKENS = 40;
/** Trigrams of a word so short that every word that begins like it matches it in part. */
export const SHORT_TERM_TRIGRAMS = 4;
/** Shares of the planned words' trigrams: documents that reach the first are asked for first. */
export const COUNT_STEPS = [1, 0.75];
/** The same for the two halves of one word, of all its trigrams: those between the halves are lost. */
export const HALVES_COUNT_STEPS = [0.7, 0.58, 0.46];
/** Trigrams shared here and there, which words do not tell: documents that lack so many may match. */
export const UNCOUNTED_TRIGRAMS = 2;
/** Characters from which on a word may be two that were written as one. */
export const LONG_WORD_CHARACTERS = 7;
/** Groups of a single word that are asked for at once: its two best levels, and as many with seams above them. */
export const MAX_FIRST_GROUPS = 4;
/** The same of each word of several: the words together come first. */
export const FIRST_SINGLE_GROUPS = 2;

// Rounds: what is asked of the index, and how often.

/** Documents up to which a catalogue is small: the names of all that can match are read, or else the exact engine asked. */
export const SMALL_CATALOGUE = 10_000;
/** Documents that can match up to which all their names are looked at: then order and total are exact. */
export const FEW_DOCUMENTS = 1_000;
/** Documents that match for certain, as a multiple of the page, up to which all of them are read. */
export const FEW_CERTAIN = 4;
/** Documents that filters leave, of whatever name, up to which all their names are looked at. */
export const FEW_IN_SET = 1_000;
/** Rounds in which groups that are still open are asked for: each costs a round trip. */
export const MAX_ROUNDS = 5;
/** Parts in which names are asked for, and the documents of each: the engine tells a bounded number of names at once. */
export const MAX_PARTS = 4;
export const MAX_IN_PART = 1_500;
/** Exact groups that are read at once as long as the page is not full: until then nothing bounds the quality. */
export const MAX_UNBOUNDED_GROUPS = 4;
/** Documents that are fetched at once beyond the page: more than a page that is not full yet needs. */
export const MAX_FETCHED = 300;
/** Characters of a filter that is too long to be named twice, as that of one letter is; there is little beside it. */
export const LONGEST_TWICE = 20_000;
/** Documents that are looked at for the share of them that match. */
export const SAMPLE_DOCUMENTS = 1_000;
/** Uncertain documents, as a share of the certain ones, up to which they are not worth a look. */
export const NEGLIGIBLE_SHARE = 0.01;
/** Ranks are floating-point products: what is meant to be the same can differ by this much. */
export const RANK_TOLERANCE = 1e-9;

// Memory: what is kept from one search to the next, in each process.

/** Plans that are kept: the last used. */
export const MAX_PLANS = 300;
/** One or two letters are inside most words: such a plan takes 10 to 100 ms, so it may miss new words for a while. */
export const SHORT_TEXT_CHARACTERS = 2;
export const SHORT_PLAN_MS = 10_000;
/** Searches of which is remembered what their pages have shown, and for how many milliseconds somebody reads on. */
export const MAX_SEARCHES = 500;
export const PAGE_MEMORY_MS = 120_000;
/** Filters of which is remembered how many documents they leave, and for how many milliseconds. */
export const MAX_SETS = 2_000;
export const SET_MEMORY_MS = 600_000;
/** Milliseconds for which the number of documents, and the best quality among them, is taken to be what it was. */
export const EXTENT_MS = 1_000;
/** Milliseconds between looks for new words: so much later than its words a document may be found. */
export const VOCABULARY_INTERVAL_MS = 200;
/** Words that are read in one statement. */
export const VOCABULARY_BATCH = 50_000;
