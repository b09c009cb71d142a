import { readGuardedCells } from '../../platform/text/spreadsheet-cells.ts';
import { findCountry, nameCountries } from '../../data/countries.ts';
import type { FactValue } from '../../facts/registry/fact-declaration.ts';
import type { FileRow } from '../reading/file-row.ts';
import { cleanLines, cleanText } from '../values/clean-text.ts';
import type { MappingRule } from './mapping-contract.ts';

/** Returns a rule's value in a row, with the file's words translated to ours, or undefined. */
export function findGiven(row: FileRow, rule: MappingRule): unknown {
  const given = findRaw(row, rule);
  if (given === undefined || !('values' in rule) || !rule.values) return given;
  const word = readText(given);
  return Object.hasOwn(rule.values, word) ? rule.values[word] : undefined;
}

/** The same in the file's own words: the items of a list are translated one by one later. */
export function findRaw(row: FileRow, rule: MappingRule): unknown {
  const given = 'constant' in rule ? rule.constant : row[rule.column];
  return given === null || given === '' ? undefined : given;
}

/** Converts a value to the fact's form; does not check whether the fact allows it. */
export function readValue(given: unknown, value: FactValue, rule: MappingRule): unknown {
  if (value.type === 'flag') return readFlag(given);
  if (value.type === 'list') {
    const items = readList(given, value.of === 'address' ? ' ' : ',', rule);
    return value.of === 'country' ? nameCountries(items) : items;
  }
  const text = value.type === 'text' && value.isLong ? readLines(given) : readText(given);
  if (value.type === 'text') return text;
  if (value.type === 'choice') {
    const compact = text.toLowerCase().replaceAll(' ', '');
    return value.options.find((option) => option === compact) ?? text;
  }
  // A category may be given as a path, whose last part is its code.
  return text
    .slice(text.lastIndexOf('/') + 1)
    .toLowerCase()
    .replaceAll(' ', '-');
}

/** Spreadsheets and our own export put an apostrophe before text that looks like a formula. */
const SHOWN_FORMULA = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;

export const readText = (given: unknown): string => cleanText(readRaw(given));

/** Reads a text of several lines. */
export const readLines = (given: unknown): string => cleanLines(readRaw(given));

function readRaw(given: unknown): string {
  return typeof given === 'string' || typeof given === 'number'
    ? readGuardedCells(String(given).replace(SHOWN_FORMULA, ''))
    : '';
}

/** Returns the English name of a country, if the text names one; otherwise the text. */
export const readCountry = (text: string) => findCountry(text) ?? text;

function readFlag(given: unknown): unknown {
  if (typeof given === 'boolean') return given;
  const text = readText(given).toLowerCase();
  if (['yes', 'true', '1', 'on', 'x', 'y'].includes(text)) return true;
  return ['no', 'false', '0', 'off', 'n', '-'].includes(text) ? false : text;
}

/** Addresses may contain commas. */
function readList(given: unknown, usual: ',' | ' ', rule: MappingRule): string[] {
  const separator = 'separator' in rule ? rule.separator : undefined;
  const items = Array.isArray(given) ? given : readText(given).split(separator ?? usual);
  const words = ('values' in rule && rule.values) || {};
  const ours = items.map(readText).map((item) => (Object.hasOwn(words, item) ? String(words[item]) : item));
  return [...new Set(ours.filter((item) => item !== ''))];
}
