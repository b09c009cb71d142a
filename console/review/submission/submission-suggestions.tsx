import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { useMayActAs } from '../../api/api-context.ts';
import { SuggestionList } from '../../suggestions/suggestion-list.tsx';
import { useSuggestions, type Suggestion } from '../../suggestions/use-suggestions.ts';
import {
  choiceOf,
  listHeldNames,
  targetOf,
  type SubmissionDraft,
  type FactRow,
} from '../submission-draft.ts';

/** Returns the facts of the submission with the operator's overrides. */
export function sayFacts(submission: SubmissionDetail, draft: SubmissionDraft): Record<string, unknown> {
  return { ...submission.content, ...draft.overrides };
}

/** Returns the suggested category of a new product that has none, until it is accepted or left. */
export function useOfferedCategory(
  submission: SubmissionDetail,
  draft: SubmissionDraft,
  isOpen: boolean,
): Suggestion | undefined {
  const facts = sayFacts(submission, draft);
  const suggestions = useSuggestions(facts, targetOf(submission, draft)?.id, isOpen);
  const isWanted =
    targetOf(submission, draft) === null && !facts['category'] && !draft.leftSuggestions.includes('category');
  return isWanted ? suggestions.find(({ rule }) => rule === 'category') : undefined;
}

/** Suggested improvements of the submitted facts. An accepted one counts as an override by the operator. */
export function SubmissionSuggestions({
  submission,
  draft,
  rows,
  onDraft,
}: {
  submission: SubmissionDetail;
  draft: SubmissionDraft;
  rows: readonly FactRow[];
  onDraft: (change: Partial<SubmissionDraft>) => void;
}) {
  const mayChange = useMayActAs('editor');
  const target = targetOf(submission, draft);
  const suggestions = useSuggestions(sayFacts(submission, draft), target?.id, true);
  // Kept values need no suggestion, and changing locked fields requires an editor.
  const kept = rows.filter((row) => row.outcome === 'confirmed' || choiceOf(row, draft) === 'keep');
  const closed = new Set<string>([
    ...kept.flatMap(({ facts }) => facts.flatMap(({ offered }) => Object.keys(offered))),
    ...(mayChange ? [] : listHeldNames(submission, draft)),
    ...(submission.target &&
    target?.id === submission.target.id &&
    submission.target.held_fields.includes('category')
      ? ['category']
      : []),
  ]);
  const open = suggestions.filter(
    ({ rule, facts }) =>
      !draft.leftSuggestions.includes(rule) && !Object.keys(facts).some((name) => closed.has(name)),
  );
  return (
    <SuggestionList
      suggestions={open}
      onAccept={({ facts }) => onDraft({ overrides: { ...draft.overrides, ...facts } })}
      onLeave={({ rule }) => onDraft({ leftSuggestions: [...draft.leftSuggestions, rule] })}
    />
  );
}
