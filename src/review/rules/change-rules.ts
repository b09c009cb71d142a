import { v7 as uuidV7 } from 'uuid';
import { saveAuditEntry, type Author, type AuditEntry } from '../../platform/audit/audit-store.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { MAX_RULES, type NewRule, type RuleChange, type RuleSwitch } from './rule-contract.ts';
import {
  countRules,
  deleteRule,
  insertRule,
  isNameTaken,
  lockRule,
  saveSwitch,
  saveWords,
  type StoredRule,
  countUndone,
} from './rule-store.ts';
import { STOP_AFTER } from './rule-parts-contract.ts';

/**
 * Creates a rule that only suggests, and returns its id.
 * @throws ApiError `already_exists`; `invalid_state` if the maximum number of rules exists
 */
export async function createRule(db: Db, author: Author, rule: NewRule, operatorId: string): Promise<string> {
  return await retryTransaction(db, async (tx) => {
    const id = uuidV7();
    if ((await countRules(tx)) >= MAX_RULES) {
      throw new ApiError('invalid_state', `There are ${MAX_RULES} rules already: delete one of them first.`, {
        details: { limit: MAX_RULES },
      });
    }
    await requireFreeName(tx, id, rule.name);
    await insertRule(tx, { ...rule, id, madeBy: operatorId });
    await saveAuditEntry(tx, author, { action: 'review_rule.created', entityId: id, after: rule });
    return id;
  });
}

/**
 * Replaces a rule's content. An automatic rule becomes a suggesting one, because it was switched on for its former
 * content.
 * @throws ApiError `not_found`, `version_conflict`, `already_exists`
 */
export async function changeRule(
  db: Db,
  author: Author,
  id: string,
  { version, ...words }: RuleChange,
): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const before = await lockAt(tx, id, version);
    await requireFreeName(tx, id, words.name);
    await saveWords(tx, id, words);
    await saveSwitch(tx, id, null);
    await saveAuditEntry(tx, author, {
      action: 'review_rule.changed',
      entityId: id,
      before: describe(before),
      after: { ...words, is_automatic: false },
    });
  });
}

/**
 * Makes a rule automatic, in the name of the admin who switches it on, or suggesting again.
 * @throws ApiError `not_found`, `version_conflict`; `invalid_state` for a rule that asks
 */
export async function switchRule(
  db: Db,
  author: Author,
  id: string,
  { is_automatic: isAutomatic, hourly_cap: hourlyCap, version }: RuleSwitch,
  operatorId: string,
): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const before = await lockAt(tx, id, version);
    if (isAutomatic && before.suggestion === 'ask') {
      throw new ApiError('invalid_state', 'A rule that asks cannot decide by itself.');
    }
    await saveSwitch(tx, id, isAutomatic ? operatorId : null, hourlyCap);
    await saveAuditEntry(tx, author, {
      action: isAutomatic ? 'review_rule.switched_on' : 'review_rule.switched_off',
      entityId: id,
      before: { is_automatic: before.isAutomatic, hourly_cap: before.hourlyCap },
      after: { is_automatic: isAutomatic, hourly_cap: hourlyCap },
    });
  });
}

/** @throws ApiError `not_found` */
export async function removeRule(db: Db, author: Author, id: string): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const before = await lockRule(tx, id);
    if (!before) throw noSuchRule();
    await deleteRule(tx, id);
    await saveAuditEntry(tx, author, {
      action: 'review_rule.deleted',
      entityId: id,
      before: describe(before),
    });
  });
}

export const noSuchRule = () => new ApiError('not_found', 'There is no rule with this id.');

async function lockAt(tx: Tx, id: string, version: number): Promise<StoredRule> {
  const rule = await lockRule(tx, id);
  if (!rule) throw noSuchRule();
  if (rule.version === version) return rule;
  throw new ApiError('version_conflict', 'This rule was changed meanwhile.', {
    details: { rule_id: id, version: rule.version },
  });
}

async function requireFreeName(tx: Tx, id: string, name: string): Promise<void> {
  if (!(await isNameTaken(tx, id, name))) return;
  throw new ApiError('already_exists', `There is a rule called "${name}" already.`);
}

const describe = ({ name, conditions, suggestion, reason, isAutomatic }: StoredRule) => ({
  name,
  conditions,
  suggestion,
  reason,
  is_automatic: isAutomatic,
});

/**
 * Switches off an automatic rule if too many of its newest decisions were taken back. Returns the audit entry of
 * that. The rule's row must be locked.
 */
export async function stopUndoneRule(tx: Tx, rule: StoredRule): Promise<AuditEntry[]> {
  if (!rule.isAutomatic) return [];
  const { decisions, undone } = await countUndone(tx, rule, STOP_AFTER.of);
  if (undone < STOP_AFTER.undone) return [];
  await saveSwitch(tx, rule.id, null);
  return [
    {
      action: 'review_rule.stopped',
      entityId: rule.id,
      before: { name: rule.name, is_automatic: true },
      after: { name: rule.name, is_automatic: false, undone, of: decisions },
    },
  ];
}
