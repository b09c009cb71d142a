import type { SubmissionDetail } from '../../src/contributions/review/review-contract.ts';
import { PART_LIST } from '../../src/facts/registry/fact-registry.ts';
import type { FactComparison } from '../../src/facts/registry/product-facts-contract.ts';
import type { Body } from '../api/api-calls.ts';
import { countOf } from '../parts/text/number-format.ts';
import { FACT_NAMES } from '../products/facts/product-facts.ts';

type ApproveBody = Body<'post', '/submissions/{id}/approve'>;
export type Overrides = NonNullable<ApproveBody['overrides']>;

/** What an operator has decided of an entry so far; kept while he looks at others. */
export interface EntryDraft {
  decisions: Record<string, 'take' | 'keep'>;
  /** What he says instead of the contributor. */
  overrides: Overrides;
  /** Another product to complete, null for a new one; undefined: the one the service has found. */
  target?: { id: string; name: string } | null;
  /** What the service asked to have decided, when it compares with another product than the entry shows. */
  asked: FactComparison[];
}

export const EMPTY_DRAFT: EntryDraft = { decisions: {}, overrides: {}, asked: [] };

/** Wire names of the overrides by the facts they belong to: `net_content` has two. */
const FACT_OF_FIELD: Record<string, string> = Object.fromEntries(
  PART_LIST.map(({ name, fact }) => [name, fact.field]),
);

/** The comparison as the draft makes it; what the service asked stands in place of what it showed. */
export function listFacts(entry: SubmissionDetail, draft: EntryDraft): FactComparison[] {
  const isElsewhere = draft.target !== undefined && draft.target?.id !== entry.target?.id;
  const shown = isElsewhere ? entry.comparison.map(forgetCurrent) : entry.comparison;
  return [...shown.filter(({ field }) => !draft.asked.some((fact) => fact.field === field)), ...draft.asked];
}

/** Of another product than the one compared with nothing is known yet. */
function forgetCurrent(fact: FactComparison): FactComparison {
  return { ...fact, current: {}, sources: [], outcome: 'taken' };
}

export function isOverridden(draft: EntryDraft, field: string): boolean {
  return Object.keys(draft.overrides).some((name) => fieldOfName(name) === field);
}

/** Facts that somebody has to decide before the entry can be approved. */
export function listUndecided(entry: SubmissionDetail, draft: EntryDraft): string[] {
  const conflicts = listFacts(entry, draft).filter(
    ({ field, outcome }) =>
      outcome === 'conflict' && draft.decisions[field] === undefined && !isOverridden(draft, field),
  );
  const unusable = entry.unusable.filter(
    ({ field }) => draft.decisions[field] !== 'keep' && !isOverridden(draft, field),
  );
  return [...new Set([...conflicts, ...unusable].map(({ field }) => field))];
}

/**
 * Wire names of what an operator without the right to edit products must not override: it stands in the product. That
 * nutrition does not apply is decided with the amounts.
 */
export function listHeldNames(entry: SubmissionDetail, draft: EntryDraft): string[] {
  if (draft.target === null) return [];
  const held = entry.target?.held_fields ?? [];
  return FACT_NAMES.filter((name) => held.includes(fieldOfName(name)));
}

function fieldOfName(name: string): string {
  return FACT_OF_FIELD[name] ?? name;
}

/** Whether approving would write the offered value of a fact. */
export function isTaken(fact: FactComparison, draft: EntryDraft): boolean {
  const decision = draft.decisions[fact.field];
  if (isOverridden(draft, fact.field)) return false;
  return decision === undefined ? fact.outcome === 'taken' : decision === 'take';
}

/** What approving will do, in one sentence. */
export function describeApproval(entry: SubmissionDetail, draft: EntryDraft): string {
  const facts = listFacts(entry, draft);
  const taken = facts.filter((fact) => isTaken(fact, draft)).length;
  const own = new Set(Object.keys(draft.overrides).map(fieldOfName)).size;
  const byYou = own === 0 ? '' : ` and ${own} of your own`;
  const target = draft.target === undefined ? entry.target : draft.target;
  if (!target) {
    const name = draft.overrides.name ?? entry.name ?? 'without a name';
    const barcode = entry.gtin ? ` and the barcode ${entry.gtin}` : '';
    return `Creates the public product “${name}” with ${countOf(taken, 'fact')}${byYou}${barcode}.`;
  }
  const confirmed = facts.filter(({ outcome }) => outcome === 'confirmed').length;
  const confirms = confirmed === 0 ? '' : `, confirms ${confirmed}`;
  return `Completes “${target.name}”: writes ${countOf(taken, 'fact')}${byYou}${confirms}. The rest stays.`;
}

export function buildApproval(entry: SubmissionDetail, draft: EntryDraft): ApproveBody {
  const shownTarget = draft.target === undefined || draft.target?.id === entry.target?.id;
  const decisions = Object.fromEntries(
    Object.entries(draft.decisions).filter(([field]) => !isOverridden(draft, field)),
  );
  return {
    ...(draft.target === undefined ? {} : { target_product_id: draft.target?.id ?? null }),
    // Guards against a change of the product that the operator has not seen.
    ...(shownTarget && entry.target ? { version: entry.target.version } : {}),
    ...(Object.keys(draft.overrides).length > 0 ? { overrides: draft.overrides } : {}),
    ...(Object.keys(decisions).length > 0 ? { decisions } : {}),
  };
}
