import { namesOf, type GroupAnswer, type GroupRequest } from './fetch-groups.ts';
import { and, anyOf, NONE, type Filter } from '../plan/filter.ts';
import { sampleTokens } from '../../index/index-tokens.ts';
import { countDocuments, levelNames } from './name-levels.ts';

/** So many documents are looked at, for the share of them that match. */
const SAMPLE = 1_000;
const SIXTEENTHS = 16;
/** Uncertain documents up to this share of the certain ones are not worth a look. */
const NEGLIGIBLE = 0.01;

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
  if (possible === NONE || others <= NEGLIGIBLE * certain) return undefined;
  const sixteenths = Math.min(SIXTEENTHS, Math.ceil((SIXTEENTHS * SAMPLE) / others));
  return namesOf(
    sixteenths === SIXTEENTHS ? possible : and(possible, anyOf('tokens', sampleTokens(sixteenths))),
  );
}

/** How many documents match: exact when the sample is all of those that may. */
export function estimateTotal({ text, certain, others }: Counted, sample: GroupAnswer | undefined): number {
  if (!sample) return certain + Math.round(others / 2);
  const looked = Object.values(sample.names).reduce((sum, documents) => sum + documents, 0);
  if (looked === 0) return certain;
  return certain + Math.round((countDocuments(levelNames(text, sample.names)) / looked) * others);
}
