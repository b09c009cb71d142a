import { FACT_LIST, type FactName } from '../../../facts/registry/fact-list.ts';

/** The fields that a product can lack; every product has a name. */
export type MissingField = Exclude<FactName, 'name'> | 'barcode' | 'msrp';

/** The values of the filter `missing`, for the endpoint and the console. The console loads no other module of the API. */
export const MISSING_FIELDS: readonly MissingField[] = [
  ...FACT_LIST.map(({ field }) => field).filter((field) => field !== 'name'),
  'barcode',
  'msrp',
];
