import { FACT_LIST, type FactName } from '../../facts/registry/fact-list.ts';

/** No product lacks a name. */
export type MissingField = Exclude<FactName, 'name'> | 'barcode' | 'msrp';

/** What a product can lack: the choices of the filter, for the endpoint and for the console, which loads nothing else. */
export const MISSING_FIELDS: readonly MissingField[] = [
  ...FACT_LIST.map(({ field }) => field).filter((field) => field !== 'name'),
  'barcode',
  'msrp',
];
