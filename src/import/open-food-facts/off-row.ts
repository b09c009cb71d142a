import { LANGUAGE_CODES } from '../../facts/registry/language-codes.ts';
import type { FileRow } from '../reading/file-row.ts';
import { cleanText } from '../values/clean-text.ts';

export function readText(row: FileRow, key: string): string {
  const value = row[key];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? cleanText(value) : '';
}

/** Returns a number, also from text, or NaN: Number() throws for some JSON objects. */
export function readNumber(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

/** Reads a list: an array in JSON, comma-separated text in the tab-separated form. */
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

/** `en:milk` becomes `milk`. */
export const withoutLanguage = (tag: string) => tag.replace(/^[a-z]{2}:/, '');

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export interface LocalizedText {
  text: string;
  /** ISO 639-1; null if the row does not say it. */
  lang: string | null;
}

const LANGUAGES: ReadonlySet<string> = new Set(LANGUAGE_CODES);

/** Returns the field itself, then its variants in the row's language, in English, then in any other; unmodified. */
export function listLocalized(row: FileRow, field: string): LocalizedText[] {
  const own = [readText(row, 'lang'), readText(row, 'lc')].filter((lang) => LANGUAGES.has(lang));
  const prefix = `${field}_`;
  const others: string[] = [];
  // A plain loop for speed: a row has hundreds of names, and this runs several times per row.
  for (const key in row) {
    if (!key.startsWith(prefix)) continue;
    const lang = key.slice(prefix.length);
    if (LANGUAGES.has(lang)) others.push(lang);
  }
  const languages = [...new Set([...own, 'en', ...others.sort()])];
  // Sometimes the field is in another language than the row says.
  const same = languages.find((lang) => row[prefix + lang] === row[field]);
  return [
    { text: row[field], lang: same ?? own[0] ?? null },
    ...languages.map((lang) => ({ text: row[prefix + lang], lang })),
  ].filter((one): one is LocalizedText => typeof one.text === 'string');
}
