import { FACT_LIST } from '../../facts/registry/fact-list.ts';

/** The part of the contract that the console loads, without schemas. */

export const RULE_SUGGESTIONS = ['approve', 'ask', 'reject'] as const;
export type Suggestion = (typeof RULE_SUGGESTIONS)[number];

/** What a rule may allow a submission to contain: facts and other parts. */
export const RULE_FACTS: readonly string[] = [
  ...FACT_LIST.filter(({ isSubmittable, isBound }) => isSubmittable !== false && !isBound).map(
    ({ field }) => field,
  ),
  'msrp',
  'barcode',
];

/** An automatic rule stops when `undone` of its newest `of` decisions were taken back. */
export const STOP_AFTER = { undone: 2, of: 20 };
