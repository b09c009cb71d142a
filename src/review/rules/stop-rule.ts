import type { AuditEntry } from '../../platform/audit/audit-store.ts';
import type { Tx } from '../../platform/db/client.ts';
import { STOP_AFTER } from './rule-parts-contract.ts';
import { countUndone, saveSwitch, type StoredRule } from './rule-store.ts';

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
