import { diffWordsWithSpace } from 'diff';

export interface WordRun {
  text: string;
  /** Whether the other text has it too, in its place. */
  isCommon: boolean;
}

/** Texts with more differences share too little to be read side by side, and take long to compare. */
const MAX_DIFFERENCES = 600;

/** A text in runs of words, those that the other one lacks told apart. */
export function diffWords(text: string, other: string): WordRun[] {
  const changes = diffWordsWithSpace(text, other, { maxEditLength: MAX_DIFFERENCES });
  if (!changes) return [{ text, isCommon: false }];
  return changes
    .filter(({ added }) => !added)
    .map(({ value, removed }) => ({ text: value, isCommon: !removed }));
}
