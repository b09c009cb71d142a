import { expect, it } from 'vitest';
import { describeWork } from '../../../console/rules/describe-rule.ts';
import type { ReviewRule } from '../../../src/review/rules/rule-contract.ts';

const RULE = {
  name: 'Origins',
  is_automatic: true,
  switched_on_by: 'a@example.org',
  decided_last_hour: 1_200,
  hourly_cap: 1_500,
  has_unknown_condition: false,
} as ReviewRule;

it('a rule waits while it, or another one, has an unknown condition', () => {
  const careful = { ...RULE, name: 'Careful', has_unknown_condition: true };
  expect(describeWork(RULE, [RULE])).toBe('decides for a@example.org, 1,200 of 1,500 this hour');
  expect(describeWork({ ...RULE, is_automatic: false }, [RULE])).toBe('suggests');
  expect(describeWork(careful, [careful, RULE])).toBe(
    'waits: it has a condition that this release does not know',
  );
  expect(describeWork(RULE, [careful, RULE])).toBe('waits, because “Careful” does');
});
