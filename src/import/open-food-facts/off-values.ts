import type { FileRow } from '../reading/file-row.ts';
import { cleanText } from '../values/clean-text.ts';

export function readText(row: FileRow, key: string): string {
  const value = row[key];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? cleanText(value) : '';
}

/** A list in JSON, a text with commas in the tab-separated form. */
export function readTags(row: FileRow, key: string): string[] {
  const value = row[key];
  const items = typeof value === 'string' ? value.split(',') : asList(value);
  return items
    .filter((item) => typeof item === 'string')
    .map(cleanText)
    .filter(Boolean);
}

export function readEnglishTags(row: FileRow, key: string): string[] {
  const tags = readTags(row, key).filter((tag) => tag.startsWith('en:'));
  return [...new Set(tags.map((tag) => tag.slice('en:'.length)))];
}

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
