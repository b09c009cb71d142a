import { diffWordsWithSpace } from 'diff';

export interface WordRun {
  text: string;
  /** Whether the other text has it too, in the same place. */
  isCommon: boolean;
}

/** Texts with more differences share too little to be read side by side, and are slow to compare. */
const MAX_DIFFERENCES = 600;

/** Splits a text into runs of words, and marks those that the other text lacks. */
export function diffWords(text: string, other: string): WordRun[] {
  const changes = diffWordsWithSpace(text, other, { maxEditLength: MAX_DIFFERENCES });
  if (!changes) return [{ text, isCommon: false }];
  return changes
    .filter(({ added }) => !added)
    .map(({ value, removed }) => ({ text: value, isCommon: !removed }));
}
