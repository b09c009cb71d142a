import { FACT_LIST } from '../../facts/registry/fact-list.ts';

/** What the console loads of the contract: no schemas. */

export const RULE_SUGGESTIONS = ['approve', 'ask', 'reject'] as const;
export type Suggestion = (typeof RULE_SUGGESTIONS)[number];

/** What a rule may allow a submission to say: facts, and what else it brings. */
export const RULE_FACTS: readonly string[] = [
  ...FACT_LIST.filter(({ isSubmittable, isBound }) => isSubmittable !== false && !isBound).map(
    ({ field }) => field,
  ),
  'msrp',
  'barcode',
];

/** A rule that decides by itself stops when so many of its newest decisions were taken back. */
export const STOP_AFTER = { undone: 2, of: 20 };
