import type { GivenNames } from '../../data/names/names.ts';
import type { Db } from '../../platform/db/client.ts';
import { createCachedValue } from '../statistics/cached-value.ts';
import { listGivenNames } from './name-store.ts';

/** Returns the names that operators gave to codes, at most 5 seconds old. */
export type ReadGivenNames = () => Promise<GivenNames>;

/** Operators rarely change names, and nearly every answer shows some: one read serves all callers for two seconds. */
export const createGivenNames = (db: Db): ReadGivenNames =>
  createCachedValue({ load: () => listGivenNames(db), freshMs: 2_000, maxAgeMs: 5_000 });
