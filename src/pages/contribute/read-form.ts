import type { Calls, Names } from '../../endpoints.ts';
import { leaderOf } from '../../facts/claims.ts';
import type { Fact, FactPart } from '../../facts/registry/fact-list.ts';
import { NUTRIMENT_KEYS } from '../../facts/registry/nutriment-keys.ts';
import { fieldNamesOf, SUBMITTABLE_FACTS, SUBMITTABLE_PARTS } from './submittable-facts.ts';

interface FormContent {
  /** The body for `submitFacts`, which validates it. */
  body: Names<Calls['submitFacts']['body']>;
  /** Whether it contains a fact. */
  saysSomething: boolean;
  /** Prefilled fields that are now empty: a submission cannot delete a fact. */
  cleared: string[];
}

/**
 * Returns what a form changes compared with its prefilled values. A fact is sent whole if one of its fields
 * changed, together with its companions, such as the language of a text. Values stay as typed: the API validates
 * them.
 */
export function readForm(typed: URLSearchParams, prefilled: URLSearchParams): FormContent {
  const form = indexForm(typed);
  const known = indexForm(prefilled);
  const isChanged = (name: string) => writeValues(form, name) !== writeValues(known, name);
  const namesOf = (fact: Fact) => partsOf(fact).flatMap(fieldNamesOf);
  const changed = new Set(
    SUBMITTABLE_FACTS.filter((fact) => namesOf(fact).some(isChanged)).map(({ field }) => field),
  );
  const sent = SUBMITTABLE_FACTS.filter((fact) => {
    const leader = leaderOf(fact);
    return changed.has(fact.field) || (leader !== undefined && changed.has(leader));
  });
  const facts = Object.fromEntries(
    sent
      .flatMap(partsOf)
      .map((part) => [part.name, readPart(part, form, isChanged)])
      .filter(([, value]) => value !== undefined),
  );
  const text = (name: string) => firstOf(form, name)?.trim() || undefined;
  const msrp = {
    amount: readNumber(firstOf(form, 'msrp.amount')),
    currency: text('msrp.currency'),
    region: text('msrp.region'),
  };
  const others: FormContent['body'] = {
    gtin: text('gtin'),
    product_id: text('product_id'),
    msrp: msrp.amount === undefined && msrp.currency === undefined ? undefined : dropEmpty(msrp),
    source_url: text('source_url'),
    note: text('note'),
    contact_email: text('contact_email'),
    website: text('website'),
  };
  return {
    body: { ...facts, ...dropEmpty(others) },
    saysSomething: Object.keys(facts).length > 0 || others.msrp !== undefined || others.gtin !== undefined,
    cleared: [...changed]
      .flatMap((field) => SUBMITTABLE_PARTS.filter(({ fact }) => fact.field === field).flatMap(fieldNamesOf))
      .filter((name) => isChanged(name) && isBlank(form, name)),
  };
}

/** The values of a form by field: each is looked up several times, and `URLSearchParams` looks through all fields. */
type Values = ReadonlyMap<string, readonly string[]>;

function indexForm(form: URLSearchParams): Values {
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    const same = values.get(name);
    if (same) same.push(value);
    else values.set(name, [value]);
  }
  return values;
}

const firstOf = (form: Values, name: string) => form.get(name)?.[0];

/** Ticked values have no order, and browsers use different line breaks. */
const writeValues = (form: Values, name: string) =>
  (form.get(name) ?? []).toSorted().join('\n').replaceAll('\r\n', '\n').trim();

const partsOf = ({ field }: Fact) => SUBMITTABLE_PARTS.filter(({ fact }) => fact.field === field);

const isBlank = (form: Values, name: string) => (form.get(name) ?? []).every((value) => value.trim() === '');

function dropEmpty(table: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined));
}

function readPart(part: FactPart, form: Values, isChanged: (name: string) => boolean): unknown {
  const { name, value } = part;
  const text = firstOf(form, name)?.trim() ?? '';
  if (value.type === 'nutriments') {
    const amounts = NUTRIMENT_KEYS.filter((key) => isChanged(`${name}.${key}`)).map(
      (key) => [key, readNumber(firstOf(form, `${name}.${key}`))] as const,
    );
    const table = dropEmpty(Object.fromEntries(amounts));
    return Object.keys(table).length > 0 ? table : undefined;
  }
  if (text === '') return undefined;
  if (value.type === 'number') return readNumber(text);
  if (value.type === 'flag') return true;
  if (value.type === 'list') return value.of === 'choice' ? form.get(name) : splitLines(text);
  if (value.type === 'texts') return Object.fromEntries(splitLines(text).map(splitPair));
  if (value.type === 'attributes')
    return Object.fromEntries(
      splitLines(text)
        .map(splitPair)
        .map(([key, said]) => [key, readNumberOrText(said)]),
    );
  return text;
}

/**
 * Parses a number with a point or a comma; returns NaN for other texts, also for `1,234`, which is a thousand to some
 * and one to others; undefined for an empty field.
 */
export function readNumber(text: string | undefined): number | undefined {
  const typed = text?.trim() ?? '';
  if (typed === '') return undefined;
  if (/^-?[1-9]\d{0,2},\d{3}$/.test(typed)) return Number.NaN;
  return /^-?\d+([.,]\d+)?$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN;
}

function readNumberOrText(text: string): number | string {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** More than any list may have, so that the endpoint refuses what has more. */
const MOST_LINES = 300;

function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (const [line] of text.matchAll(/\S[^\n]*/g)) if (lines.push(line.trim()) === MOST_LINES) break;
  return lines;
}

/** Parses `de: Haselnusscreme`; a line without a colon is a key without a value. */
function splitPair(line: string): [key: string, value: string] {
  const at = line.indexOf(':');
  return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}
