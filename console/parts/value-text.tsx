import { Text } from '@mantine/core';
import classes from './value-text.module.css';

/** Any stored value as a person reads it. What strangers wrote is shown as text, never as anything else. */
export function ValueText({ value, tone }: { value: unknown; tone?: 'before' | 'after' }) {
  const text = describeValue(value);
  if (text === '') {
    return (
      <Text component="span" inherit c="dimmed" aria-label="nothing">
        –
      </Text>
    );
  }
  return (
    <span className={classes.value} data-tone={tone}>
      {text}
    </span>
  );
}

export function describeValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(describeValue).join(', ');
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${describeValue(item)}`)
    .join('\n');
}
