import { namesOf, type GroupAnswer, type GroupRequest } from './group-requests.ts';
import { and, anyOf, NONE, type Filter } from '../plan/filter.ts';
import { SAMPLE_PARTS, sampleTokens } from '../../index/index-tokens.ts';
import { countDocuments, levelNames } from './name-levels.ts';
import { NEGLIGIBLE_SHARE, SAMPLE_DOCUMENTS } from '../planner-limits.ts';

/** Counts that are known, of documents that match for certain and of others that may. */
export interface Counted {
  text: string;
  /** The filter of the others. */
  possible: Filter;
  certain: number;
  others: number;
}

/** What has to be asked to tell how many of the others match: the names of all, or of a sample drawn by id. */
export function sampleRequest({ possible, certain, others }: Counted): GroupRequest | undefined {
  if (possible === NONE || others <= NEGLIGIBLE_SHARE * certain) return undefined;
  const sixteenths = Math.min(SAMPLE_PARTS, Math.ceil((SAMPLE_PARTS * SAMPLE_DOCUMENTS) / others));
  return namesOf(
    sixteenths === SAMPLE_PARTS ? possible : and(possible, anyOf('tokens', sampleTokens(sixteenths))),
  );
}

/** How many documents match: exact when the sample is all of those that may. */
export function estimateTotal({ text, certain, others }: Counted, sample: GroupAnswer | undefined): number {
  if (!sample) return certain + Math.round(others / 2);
  const looked = sample.names.reduce((sum, [, documents]) => sum + documents, 0);
  if (looked === 0) return certain;
  return certain + Math.round((countDocuments(levelNames(text, sample.names)) / looked) * others);
}
