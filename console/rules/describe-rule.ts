import type { ReviewRule, RuleConditions, RuleRecord } from '../../src/review/rules/rule-contract.ts';
import type { Suggestion } from '../../src/review/rules/rule-parts-contract.ts';
import { nameField } from '../parts/differences/name-change.ts';
import { formatCount } from '../parts/text/number-format.ts';

export const SUGGESTED: Record<Suggestion, string> = {
  approve: 'approve',
  ask: 'ask first',
  reject: 'reject',
};

/** Returns the label of a fact in a condition. */
export const nameRuleFact = (fact: string) => (fact === 'barcode' ? 'Barcode' : nameField(fact));

/** Returns the conditions of a rule, one per line. */
export function describeConditions(conditions: RuleConditions, accountEmail: string | null): string[] {
  const {
    account_id: accountId,
    sender_record: record,
    standing,
    only_facts: facts,
    without_words: words,
    most_change_percent: mostChange,
    needs_proof: needsProof,
  } = conditions;
  return [
    accountId && `sent by ${accountEmail ?? 'an account that is gone'}`,
    record && (record === 'unproven' ? 'from a sender not proven yet' : `from a sender of ${record} record`),
    standing && (standing === 'new' ? 'about a new product' : 'about a product that is here'),
    facts && `says nothing but ${facts.map(nameRuleFact).join(', ')}`,
    words && `says none of ${words.map((word) => `“${word}”`).join(', ')}`,
    mostChange !== undefined && `changes no number by more than ${mostChange} %`,
    needsProof && 'names a source or brings a picture',
  ].filter((line) => typeof line === 'string');
}

/** `right 212 of 215` */
export function describeRight(right: number | null, judged: number | null): string {
  if (right === null || judged === null) return 'not judged yet';
  return judged === 0 ? 'none decided yet' : `right ${formatCount(right)} of ${formatCount(judged)}`;
}

export const describeRecord = (record: RuleRecord | null) =>
  describeRight(record?.right ?? null, record ? record.right + record.wrong : null);

/** Describes what a rule does automatically. `all`: while one of them has an unknown condition, each waits. */
export function describeWork(rule: ReviewRule, all: readonly ReviewRule[]): string {
  const { is_automatic: isAutomatic, switched_on_by: by, decided_last_hour: decided, hourly_cap: cap } = rule;
  if (rule.has_unknown_condition) return 'waits: it has a condition that this release does not know';
  const unknown = all.find(({ has_unknown_condition: isUnknown }) => isUnknown);
  if (unknown) return `waits, because “${unknown.name}” does`;
  if (!isAutomatic) return 'suggests';
  return `decides for ${by ?? 'an admin who is gone'}, ${formatCount(decided)} of ${formatCount(cap)} this hour`;
}
