import type { SubmissionDetail } from '../../src/review/decisions/review-contract.ts';
import { PART_LIST } from '../../src/facts/registry/fact-list.ts';
import type { FactComparison } from '../../src/facts/registry/product-facts-contract.ts';
import type { Body } from '../api/api-calls.ts';
import { nameFact } from '../parts/differences/name-change.ts';
import { FACT_NAMES } from '../products/facts/product-facts.ts';

export type ApproveBody = Body<'post', '/submissions/{id}/approve'>;
export type Overrides = NonNullable<ApproveBody['overrides']>;
export type Choice = 'take' | 'keep';

/** What an operator has decided of a submission so far; kept while he looks at others. */
export interface SubmissionDraft {
  /** By group of facts. */
  decisions: Record<string, Choice>;
  /** What he says instead of the contributor. */
  overrides: Overrides;
  /** Another product to complete, null for a new one; undefined: the one the service has found. */
  target?: { id: string; name: string } | null;
  /** Products much like it that are others, as he says. */
  confirmedDifferent: string[];
  /** Rules whose suggestions he leaves. */
  leftSuggestions: string[];
  /** Ids of pictures that are not taken over. */
  leftPictures: string[];
}

/** Facts that are decided as one. */
export interface FactRow {
  group: string;
  label: string;
  facts: FactComparison[];
  outcome: FactComparison['outcome'];
  /** The product has a value: not taking the fact keeps that value. */
  hasCurrent: boolean;
  /** Whether the operator can take it or leave it. */
  isDecidable: boolean;
}

/** Wire names of the overrides by the facts they belong to: `net_content` has two. */
const FACT_OF_FIELD: Record<string, string> = Object.fromEntries(
  PART_LIST.map(({ name, fact }) => [name, fact.field]),
);
/** What decides for a group when its facts fare differently. */
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
        // A new product cannot do without its name.
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

/** Flips the choice of one row; an undecided row is taken. */
export function turnRow(row: FactRow, draft: SubmissionDraft): SubmissionDraft['decisions'] {
  return { ...draft.decisions, [row.group]: choiceOf(row, draft) === 'take' ? 'keep' : 'take' };
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
  return { ...draft.decisions, ...Object.fromEntries(groups.map((group) => [group, choice])) };
}

export function isOverridden(draft: SubmissionDraft, field: string): boolean {
  return Object.keys(draft.overrides).some((name) => fieldOfName(name) === field);
}

/** Groups that the operator has to decide before the submission can be approved. */
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

/** Fields that can neither be used nor have been overridden or left out. */
export function listUnusable(submission: SubmissionDetail, draft: SubmissionDraft): string[] {
  return submission.unusable
    .filter(({ field }) => draft.decisions[field] !== 'keep' && !isOverridden(draft, field))
    .map(({ field }) => field);
}

/** The product that approving completes; null: it makes a new one. */
export function targetOf(submission: SubmissionDetail, draft: SubmissionDraft) {
  return draft.target === undefined ? submission.target : draft.target;
}

/** Whether the operator chose another product than the submission names, or a new one where it names one. */
export function isRetargeted(submission: SubmissionDetail, draft: SubmissionDraft): boolean {
  return targetOf(submission, draft)?.id !== submission.target?.id;
}

/** A sentence for the operator, beginning in lower case. */
export function describeRetarget({ target }: SubmissionDraft): string {
  return target
    ? `this changes “${target.name}”, which the submission does not name.`
    : 'this makes a new product, and the submission names one.';
}

/** Whether the operator may make a new product instead: not where a product has the submission's barcode. */
export function mayBeNew(submission: SubmissionDetail, draft: SubmissionDraft): boolean {
  return targetOf(submission, draft) !== null && submission.target?.matched_by !== 'gtin';
}

/** Products so much alike that a new one beside them has to be confirmed. */
export function listUnconfirmed(submission: SubmissionDetail, draft: SubmissionDraft) {
  if (targetOf(submission, draft)) return [];
  return submission.possible_duplicates.filter(
    ({ id, needs_confirmation: isStrong }) => isStrong && !draft.confirmedDifferent.includes(id),
  );
}

/**
 * Wire names of what an operator without the right to edit products must not override: it stands in the product. That
 * nutrition does not apply is decided with the amounts.
 */
export function listHeldNames(submission: SubmissionDetail, draft: SubmissionDraft): string[] {
  if (draft.target === null) return [];
  const held = submission.target?.held_fields ?? [];
  return FACT_NAMES.filter((name) => held.includes(fieldOfName(name)));
}

function fieldOfName(name: string): string {
  return FACT_OF_FIELD[name] ?? name;
}

/** As the approval, and as if all that are much alike were others: what it would do is shown before that is said. */
export function buildPreview(submission: SubmissionDetail, draft: SubmissionDraft): ApproveBody {
  const open = listUnconfirmed(submission, draft).map(({ id }) => id);
  return buildApproval(
    submission,
    open.length === 0 ? draft : { ...draft, confirmedDifferent: [...draft.confirmedDifferent, ...open] },
  );
}

/** The body of the approval. */
export function buildApproval(submission: SubmissionDetail, draft: SubmissionDraft): ApproveBody {
  const decisions = Object.fromEntries(
    Object.entries(draft.decisions).filter(([group]) => !isOverridden(draft, group)),
  );
  // One that was taken back meanwhile needs no decision.
  const leftPictures = draft.leftPictures.filter((id) =>
    submission.pictures.some((picture) => picture.id === id),
  );
  return {
    ...(draft.target === undefined ? {} : { target_product_id: draft.target?.id ?? null }),
    // Guards against a change of the product that the operator has not seen.
    ...(submission.target && !isRetargeted(submission, draft) ? { version: submission.target.version } : {}),
    ...(Object.keys(draft.overrides).length > 0 ? { overrides: draft.overrides } : {}),
    ...(Object.keys(decisions).length > 0 ? { decisions } : {}),
    ...(draft.confirmedDifferent.length > 0 ? { confirmed_different: draft.confirmedDifferent } : {}),
    ...(leftPictures.length > 0 ? { left_pictures: leftPictures } : {}),
  };
}
