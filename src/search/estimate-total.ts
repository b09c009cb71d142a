import { allOf, anyOf } from './filter-expression.ts';
import type { FetchGroups, GroupAnswer } from './find-candidates.ts';
import { sampleTokens } from './index-tokens.ts';
import { matchCandidates } from './rerank.ts';

/** So many documents are looked at, for the share of them that match. */
const SAMPLE = 150;
const SIXTEENTHS = 16;
/** Uncertain documents up to this share of the certain ones are not worth a look. */
const NEGLIGIBLE = 0.01;

interface Counted {
  text: string;
  /** The filter of the documents that may match; those that match for certain are not among them. */
  possible: string | undefined;
  certain: GroupAnswer;
  /** The first of the possible ones, and how many they are. */
  others: GroupAnswer;
  fetchGroups: FetchGroups;
}

/**
 * How many documents match: those that do for certain, and of those that may as many as were looked at and do. Where
 * they are too many, a sample drawn by id says how many of them do.
 */
export async function estimateTotal(counted: Counted): Promise<number> {
  const { text, possible, certain, others, fetchGroups } = counted;
  if (others.hits.length === others.total) return certain.total + matchCandidates(text, others.hits).length;
  if (others.total < NEGLIGIBLE * certain.total) return certain.total + Math.round(others.total / 2);
  const sixteenths = Math.min(SIXTEENTHS, Math.ceil((SIXTEENTHS * SAMPLE) / others.total));
  const drawn =
    sixteenths === SIXTEENTHS ? possible : allOf(possible, anyOf('tokens', sampleTokens(sixteenths)));
  const [sample] = await fetchGroups([{ filter: drawn, limit: 2 * SAMPLE, first: 'any', namesOnly: true }]);
  if (!sample || sample.hits.length === 0) return certain.total;
  const share = matchCandidates(text, sample.hits).length / sample.hits.length;
  return certain.total + Math.round(share * others.total);
}
