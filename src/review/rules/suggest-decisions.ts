import type { Db, Tx } from '../../platform/db/client.ts';
import { chooseRule } from './match-rule.ts';
import { knowsConditions, type RuleSuggestion } from './rule-contract.ts';
import { readRules, type StoredRule } from './rule-store.ts';
import { findSubjects } from './rule-subject-store.ts';

export const hasNumbers = (rules: readonly Pick<StoredRule, 'conditions'>[]) =>
  rules.some(({ conditions }) => conditions.most_change_percent !== undefined);

/**
 * Returns the rule that matches each pending submission, by submission id. Omits submissions without one. Chooses none
 * while there is a rule with a condition that this release does not know, because that rule may be the more careful one.
 */
export async function chooseRules(
  db: Db | Tx,
  ids: readonly string[],
  rules: readonly StoredRule[],
): Promise<Map<string, StoredRule>> {
  if (rules.length === 0 || ids.length === 0 || !rules.every(knowsConditions)) return new Map();
  const subjects = await findSubjects(db, ids, hasNumbers(rules));
  return new Map(
    [...subjects].flatMap(([id, subject]) => {
      const rule = chooseRule(rules, subject);
      return rule ? [[id, rule] as const] : [];
    }),
  );
}

/** Returns the rules' suggestions, by submission id. */
export async function suggestDecisions(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, RuleSuggestion>> {
  const chosen = await chooseRules(db, ids, await readRules(db));
  return new Map([...chosen].map(([id, rule]) => [id, describe(rule)]));
}

function describe({ id, name, suggestion, reason, record }: StoredRule): RuleSuggestion {
  return {
    rule_id: id,
    name,
    suggestion,
    reason,
    right: record?.right ?? null,
    judged: record ? record.right + record.wrong : null,
  };
}
