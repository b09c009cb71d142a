import { Text } from '@mantine/core';
import { diffWordsWithSpace } from 'diff';
import { listPictures, PictureThumbs } from '../pictures/picture-values.tsx';
import classes from './value-text.module.css';

/**
 * Shows any stored value in readable form. Text from strangers is only ever shown as text; pictures are shown as
 * pictures.
 * @param other the value beside it: only the words in which the two differ are marked
 */
export function ValueText({
  value,
  tone,
  other,
}: {
  value: unknown;
  tone?: 'before' | 'after';
  other?: unknown;
}) {
  const pictures = listPictures(value);
  if (pictures) return <PictureThumbs pictures={pictures} />;
  const text = describeValue(value);
  if (text === '') {
    return (
      <Text component="span" inherit c="dimmed" aria-label="nothing">
        –
      </Text>
    );
  }
  const otherText = describeValue(other);
  if (!tone || otherText === '') {
    return (
      <span className={classes.value} data-tone={tone}>
        {text}
      </span>
    );
  }
  return (
    <span className={classes.value}>
      {diffWords(text, otherText).map((run, index) => (
        // Runs are identified by their position only.
        <span key={index} className={classes.value} data-tone={run.isCommon ? undefined : tone}>
          {run.text}
        </span>
      ))}
    </span>
  );
}

export function describeValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(describeItem).join(', ');
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${describeValue(item)}`)
    .join('\n');
}

/** Describes an object, such as a picture, by its parts. */
function describeItem(item: unknown): string {
  if (typeof item !== 'object' || item === null) return describeValue(item);
  return Object.values(item).map(describeValue).filter(Boolean).join(' ');
}

interface WordRun {
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
