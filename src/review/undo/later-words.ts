import type { LaterWords, Place } from '../../catalog/difference/plan-revert.ts';
import type { ProductSnapshot } from '../../catalog/difference/product-snapshot-store.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import { fieldOf } from '../../facts/product-facts.ts';
import { TABLE_NAMES } from '../../facts/registry/fact-list.ts';
import type { CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { listContent } from '../submissions/submission-content.ts';
import type { AuditRow } from '../../platform/audit/entity-rows-store.ts';
import type { LaterApproval } from './later-changes-store.ts';
import type { ChangedPlace } from './undo-contract.ts';

type Words = Record<string, unknown>;

/** Returns the fields that a submission claims. An operator's override claims the whole field. */
export function readLaterWords({ submissionId, content, gtin14, after }: LaterApproval): LaterWords {
  const spoken = new Map<string, ReadonlySet<string> | true>();
  for (const [name, value] of Object.entries(listContent(content))) {
    const isTable = TABLE_NAMES.has(name) && typeof value === 'object' && value !== null;
    spoken.set(fieldOf(name), isTable ? new Set(Object.keys(value)) : true);
  }
  const overrides = wordsOf(wordsOf(after)['overrides']);
  for (const name of Object.keys(overrides)) spoken.set(fieldOf(name), true);
  const pictures = wordsOf(after)['pictures'];
  if (Array.isArray(pictures)) spoken.set('contributed_pictures', new Set(pictures.map(String)));
  if (gtin14 !== null) spoken.set('barcode', new Set([gtin14]));
  return { submissionId, spoken };
}

/** Describes the values that cannot be restored, each with its later claims. */
export function describePlaces(
  places: readonly Place[],
  changes: readonly AuditRow[],
  approvals: readonly LaterApproval[],
  current: ProductSnapshot,
  { id: submissionId, since }: { id: string; since: string },
  context: CatalogueContext,
): ChangedPlace[] {
  return places.map((place) => {
    const own = changes
      .filter((change) => isAbout(change, place))
      .map((change) => describe(change, wordsOf(change.after)['submission_id']));
    const ownIds = new Set(own.map(({ submission_id: id }) => id));
    const spoken = approvals
      .filter((one) => !ownIds.has(one.submissionId) && speaksOf(one, place))
      .map((one) => describe(one, one.submissionId));
    // Imports write no audit row per product, and verifying a value writes none.
    const said = current.provenance
      .filter(
        (row) => row.field === place.field && row.recorded_at > since && row.submission_id !== submissionId,
      )
      .map((row) => {
        const code = context.sourceById.get(row.source_id)?.code ?? row.source_id;
        const actor = row.operator_id === null ? `source:${code}` : `operator:${row.operator_id}`;
        return {
          actor,
          email: changes.find((change) => change.actor === actor)?.email ?? null,
          action: 'source.recorded',
          at: `${row.recorded_at.replace(' ', 'T')}Z`,
          submission_id: row.submission_id,
        };
      })
      .filter((one) => ![...own, ...spoken].some(({ actor }) => actor === one.actor));
    return {
      ...place,
      key: place.field === 'barcode' && place.key !== null ? displayGtin(place.key) : place.key,
      by: [...own, ...spoken, ...said],
    };
  });
}

function describe({ actor, email, action, at }: AuditRow, submissionId: unknown): ChangedPlace['by'][number] {
  return {
    actor,
    email,
    action,
    at: at.toISOString(),
    submission_id: typeof submissionId === 'string' ? submissionId : null,
  };
}

function isAbout({ action, before, after }: AuditRow, { field, name, key }: Place): boolean {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  if (field === 'barcode' || field === 'msrp') return action.startsWith(`${field}.`) || field in is;
  if (!(name in was) && !(name in is)) return false;
  if (key === null) return true;
  return JSON.stringify(wordsOf(was[name])[key]) !== JSON.stringify(wordsOf(is[name])[key]);
}

function speaksOf(approval: LaterApproval, { field, key }: Place): boolean {
  const words = readLaterWords(approval).spoken.get(field);
  return words !== undefined && (words === true || key === null || words.has(key));
}

function wordsOf(value: unknown): Words {
  return typeof value === 'object' && value !== null ? (value as Words) : {};
}
