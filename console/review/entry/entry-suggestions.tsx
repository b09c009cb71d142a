import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { useMayActAs } from '../../api/api-context.ts';
import { SuggestionList } from '../../suggestions/suggestion-list.tsx';
import { useSuggestions } from '../../suggestions/use-suggestions.ts';
import { choiceOf, listHeldNames, type EntryDraft, type FactRow } from '../entry-draft.ts';

/** What the entry says with what the operator says instead. */
export function sayFacts(entry: SubmissionDetail, draft: EntryDraft): Record<string, unknown> {
  return { ...entry.content, ...draft.overrides };
}

/** What could be said better than the entry does: accepted, it is the operator's word, as if he had typed it. */
export function EntrySuggestions({
  entry,
  draft,
  rows,
  onDraft,
}: {
  entry: SubmissionDetail;
  draft: EntryDraft;
  rows: readonly FactRow[];
  onDraft: (change: Partial<EntryDraft>) => void;
}) {
  const mayChange = useMayActAs('editor');
  const target = draft.target === undefined ? entry.target : draft.target;
  const suggestions = useSuggestions(sayFacts(entry, draft), target?.id, true);
  // What the product has and is kept needs nothing better, and what is held takes an editor to change.
  const kept = rows.filter((row) => row.outcome === 'confirmed' || choiceOf(row, draft) === 'keep');
  const closed = new Set<string>([
    ...kept.flatMap(({ facts }) => facts.flatMap(({ offered }) => Object.keys(offered))),
    ...(mayChange ? [] : listHeldNames(entry, draft)),
    ...(entry.target && target?.id === entry.target.id && entry.target.held_fields.includes('category')
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
