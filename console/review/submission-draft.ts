import type { SubmissionDetail } from '../../src/review/decisions/review-contract.ts';
import { PART_LIST } from '../../src/facts/registry/fact-list.ts';
import type { FactComparison } from '../../src/facts/registry/product-facts-contract.ts';
import type { Body } from '../api/api-calls.ts';
import { nameFact } from '../parts/differences/name-change.ts';
import { FACT_NAMES } from '../products/facts/product-facts.ts';

export type ApproveBody = Body<'post', '/submissions/{id}/approve'>;
export type Overrides = NonNullable<ApproveBody['overrides']>;
export type Choice = 'take' | 'keep';

/** An operator's unsent decisions on a submission; kept while other submissions are open. */
export interface SubmissionDraft {
  /** By group of facts. */
  decisions: Record<string, Choice>;
  /** Values that replace the contributor's. */
  overrides: Overrides;
  /** Another product to complete, or null for a new one; undefined for the product that the service found. */
  target?: { id: string; name: string } | null;
  /** Similar products that the operator confirmed as different. */
  confirmedDifferent: string[];
  /** Rules whose suggestions the operator dismissed. */
  leftSuggestions: string[];
  /** Ids of excluded pictures. */
  leftPictures: string[];
}

/** Facts that are decided together. */
export interface FactRow {
  group: string;
  label: string;
  facts: FactComparison[];
  outcome: FactComparison['outcome'];
  /** Whether the product has a value, which is kept if the fact is not taken. */
  hasCurrent: boolean;
  /** Whether the operator can take or leave it. */
  isDecidable: boolean;
}

/** Facts by the wire names of the overrides: `net_content` has two. */
const FACT_OF_FIELD: Record<string, string> = Object.fromEntries(
  PART_LIST.map(({ name, fact }) => [name, fact.field]),
);
/** The outcome of a group whose facts differ: the first of these. */
const WEIGHTIEST: FactComparison['outcome'][] = ['conflict', 'taken', 'kept', 'confirmed', 'not_applicable'];

export function listRows(facts: readonly FactComparison[]): FactRow[] {
  const groups = [...new Set(facts.map(({ group }) => group))];
  return groups.map((group) => {
    const members = facts.filter((fact) => fact.group === group);
    const outcome =
      WEIGHTIEST.find((one) => members.some((fact) => fact.outcome === one)) ?? 'not_applicable';
    const hasCurrent = members.some(({ current }) => Object.values(current).some(isSaid));
    return {
      group,
      label: nameFact(group),
      facts: members,
      outcome,
      hasCurrent,
      isDecidable:
        (outcome === 'conflict' || outcome === 'kept' || outcome === 'taken') &&
        // A new product must have a name.
        (group !== 'name' || hasCurrent),
    };
  });
}

function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

/** The current choice for a row; undefined while the operator has to decide. */
export function choiceOf({ group, outcome }: FactRow, draft: SubmissionDraft): Choice | undefined {
  const standing = { conflict: undefined, taken: 'take', kept: 'keep' } as const;
  return draft.decisions[group] ?? standing[outcome as keyof typeof standing];
}

/** Decides one row as a whole, whatever was decided about parts of it. */
export function decideRow(
  { group }: Pick<FactRow, 'group'>,
  draft: SubmissionDraft,
  choice: Choice,
): SubmissionDraft['decisions'] {
  const others = Object.entries(draft.decisions).filter(([name]) => !name.startsWith(`${group}.`));
  return { ...Object.fromEntries(others), [group]: choice };
}

/** Toggles the choice of one row; an undecided row is taken. */
export function turnRow(row: FactRow, draft: SubmissionDraft): SubmissionDraft['decisions'] {
  return decideRow(row, draft, choiceOf(row, draft) === 'take' ? 'keep' : 'take');
}

/** Decides every open row the same way; unusable fields can only be left out. */
export function decideAll(
  submission: SubmissionDetail,
  rows: readonly FactRow[],
  draft: SubmissionDraft,
  choice: Choice,
): SubmissionDraft['decisions'] {
  const conflicts = rows.filter(({ outcome, isDecidable }) => outcome === 'conflict' && isDecidable);
  const unusable = choice === 'keep' ? submission.unusable.map(({ field }) => field) : [];
  const groups = [...conflicts.map(({ group }) => group), ...unusable];
  return groups.reduce(
    (decisions, group) => decideRow({ group }, { ...draft, decisions }, choice),
    draft.decisions,
  );
}

export function isOverridden(draft: SubmissionDraft, field: string): boolean {
  return Object.keys(draft.overrides).some((name) => fieldOfName(name) === field);
}

/** Returns the groups that must be decided before the submission can be approved. */
export function listUndecided(
  submission: SubmissionDetail,
  rows: readonly FactRow[],
  draft: SubmissionDraft,
): string[] {
  const conflicts = rows.filter(
    (row) =>
      row.isDecidable &&
      choiceOf(row, draft) === undefined &&
      !row.facts.every(({ field }) => isOverridden(draft, field)),
  );
  return [...new Set([...conflicts.map(({ group }) => group), ...listUnusable(submission, draft)])];
}

/** Returns the unusable fields that have neither been overridden nor left out. */
export function listUnusable(submission: SubmissionDetail, draft: SubmissionDraft): string[] {
  return submission.unusable
    .filter(({ field }) => draft.decisions[field] !== 'keep' && !isOverridden(draft, field))
    .map(({ field }) => field);
}

/** Returns the product that approving completes, or null if it creates one. */
export function targetOf(submission: SubmissionDetail, draft: SubmissionDraft) {
  return draft.target === undefined ? submission.target : draft.target;
}

/** Returns whether the operator chose another product than the submission names, or a new one instead of it. */
export function isRetargeted(submission: SubmissionDetail, draft: SubmissionDraft): boolean {
  return targetOf(submission, draft)?.id !== submission.target?.id;
}

/** Returns a sentence for the operator that begins in lower case. */
export function describeRetarget({ target }: SubmissionDraft): string {
  return target
    ? `this changes “${target.name}”, which the submission does not name.`
    : 'this makes a new product, and the submission names one.';
}

/** Returns whether the operator may create a new product instead: not if a product has the submission's barcode. */
export function mayBeNew(submission: SubmissionDetail, draft: SubmissionDraft): boolean {
  return targetOf(submission, draft) !== null && submission.target?.matched_by !== 'gtin';
}

/** A similar product, or a similar submission that waits too. */
export interface Alike {
  id: string;
  name: string;
  isWaiting?: true;
}

/** Returns what must be confirmed as different before a new product is created; products come first. */
export function listUnconfirmed(submission: SubmissionDetail, draft: SubmissionDraft): Alike[] {
  if (targetOf(submission, draft)) return [];
  const twins = submission.pending_twins.map((twin) => ({
    ...twin,
    name: twin.name ?? '',
    isWaiting: true as const,
  }));
  return [...submission.possible_duplicates, ...twins].filter(
    ({ id, needs_confirmation: isStrong }) => isStrong && !draft.confirmedDifferent.includes(id),
  );
}

/**
 * Returns the wire names of product fields that an operator without the right to edit products must not override.
 * "Nutrition does not apply" is decided together with the amounts.
 */
export function listHeldNames(submission: SubmissionDetail, draft: SubmissionDraft): string[] {
  if (draft.target === null) return [];
  const held = submission.target?.held_fields ?? [];
  return FACT_NAMES.filter((name) => held.includes(fieldOfName(name)));
}

function fieldOfName(name: string): string {
  return FACT_OF_FIELD[name] ?? name;
}

/**
 * Like the approval, but treats all similar products as different, so that the preview appears before they are
 * confirmed.
 */
export function buildPreview(submission: SubmissionDetail, draft: SubmissionDraft): ApproveBody {
  const open = listUnconfirmed(submission, draft).map(({ id }) => id);
  return buildApproval(
    submission,
    open.length === 0 ? draft : { ...draft, confirmedDifferent: [...draft.confirmedDifferent, ...open] },
  );
}

/** Returns the body of the approval. */
export function buildApproval(submission: SubmissionDetail, draft: SubmissionDraft): ApproveBody {
  const decisions = Object.fromEntries(
    Object.entries(draft.decisions).filter(([group]) => !isOverridden(draft, group.split('.')[0] ?? '')),
  );
  // A picture that was withdrawn meanwhile needs no decision.
  const leftPictures = draft.leftPictures.filter((id) =>
    submission.pictures.some((picture) => picture.id === id),
  );
  return {
    ...(draft.target === undefined ? {} : { target_product_id: draft.target?.id ?? null }),
    // Makes the service refuse if the product has changed since the operator saw it.
    ...(submission.target && !isRetargeted(submission, draft) ? { version: submission.target.version } : {}),
    ...(Object.keys(draft.overrides).length > 0 ? { overrides: draft.overrides } : {}),
    ...(Object.keys(decisions).length > 0 ? { decisions } : {}),
    ...(draft.confirmedDifferent.length > 0 ? { confirmed_different: draft.confirmedDifferent } : {}),
    ...(leftPictures.length > 0 ? { left_pictures: leftPictures } : {}),
  };
}
