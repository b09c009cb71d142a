import { isStatement } from '../../facts/label/split-statements.ts';
import {
  buildNoFacts,
  PART_LIST,
  type FactPart,
  type ProductFacts,
  type WrittenName,
} from '../../facts/registry/fact-list.ts';
import { writtenFactsShape } from '../../facts/registry/fact-shapes-contract.ts';
import type { MappedRow, RowWarning } from '../import-record.ts';
import type { MappingCatalogue } from '../importer.ts';
import type { FileRow } from '../reading/file-row.ts';
import {
  addDerived,
  convertAmount,
  roundPlausible,
  nutrimentUnitOf,
} from '../../facts/values/nutriment-units.ts';
import { parseQuantity } from '../../platform/text/amounts/parse-quantity.ts';
import { convertQuantity } from '../../platform/text/amounts/units.ts';
import { chooseName } from '../values/product-name.ts';
import { keepStatements, readStatements } from '../../facts/values/read-statements.ts';
import { keyOfRow, readRowBarcode } from '../values/row-barcode.ts';
import { splitCodes } from '../../facts/values/split-codes.ts';
import type { Mapping, MappingRule } from './mapping-contract.ts';
import { createNumberReader, unitOfRule, type TakeNumber } from './own-numbers.ts';
import { findGiven, findRaw, readCountry, readLines, readText, readValue } from './read-value.ts';

/** Parts that need code of their own. */
const READ_APART = new Set([
  'name',
  'net_content_value',
  'net_content_unit',
  'nutriments',
  'attributes',
  'pictures',
]);
const PLAIN_PARTS = PART_LIST.filter(
  ({ name, value, fact }) => fact.isWritten !== false && !READ_APART.has(name) && value.type !== 'texts',
) as readonly (FactPart & { name: WrittenName })[];
const TEXT_PARTS = PART_LIST.filter(({ value }) => value.type === 'texts');

/**
 * Maps a row by the file's mapping. An invalid value is dropped with a warning that names it; the product is kept.
 * Pure.
 * @param mixedColumns in which the numbers of the file have both decimal signs
 */
export function mapOwnRow(
  row: FileRow,
  mapping: Mapping,
  catalogue: MappingCatalogue,
  mixedColumns: ReadonlySet<string> = new Set(),
): MappedRow {
  const code = readText(row[mapping.barcode]);
  const ownKey = mapping.key === undefined ? undefined : readText(row[mapping.key]);
  if (ownKey === '') return { ok: false, code, reason: 'no_code' };
  const { name: nameRule, name_lang: langRule } = mapping.facts;
  const lang = readText(find(row, langRule)) || null;
  const chosen = chooseName([{ text: readText(find(row, nameRule)), lang }], code);
  if ('reason' in chosen) return { ok: false, code, reason: chosen.reason };

  const warnings: RowWarning[] = [...chosen.warnings];
  const refuse = (name: string, reason: string) =>
    warnings.push({ reason: 'invalid_value', detail: `${name}: ${reason}` });
  const takeNumber = createNumberReader(mapping.file, mixedColumns, warnings);
  const facts: Record<string, unknown> = { ...buildNoFacts(), name: chosen.name };
  for (const { name, value } of PLAIN_PARTS) {
    const rule = mapping.facts[name];
    const given = rule && (value.type === 'list' ? findRaw(row, rule) : findGiven(row, rule));
    if (!rule || given === undefined) continue;
    const statement = STATEMENT_LISTS.includes(name) ? findStatement(given, rule) : undefined;
    let read = statement ?? readPlain(name, given, rule, value, takeNumber);
    if (read === undefined) continue;
    if (value.type === 'list' && value.of === 'statement') read = keepStatements(read as string[]);
    if (value.type === 'list' && value.of === 'choice') {
      const items = read as string[];
      const { codes, others } = STATEMENT_LISTS.includes(name)
        ? readStatements(items)
        : splitCodes(items, value.options);
      read = codes;
      // One unknown word must not drop the others.
      keepOthers(name, others, facts, refuse);
    }
    const checked = checkValue(name, read, catalogue);
    if ('problem' in checked) refuse(name, checked.problem);
    else if (value.type === 'list')
      facts[name] = [...(facts[name] as string[]), ...(checked.value as string[])];
    else facts[name] = name === 'country_of_origin' ? readCountry(read as string) : checked.value;
  }
  for (const { name } of TEXT_PARTS) facts[name] = readTexts(row, name, mapping, refuse);
  Object.assign(facts, readNetContent(row, mapping, takeNumber, refuse));
  Object.assign(facts, readNutriments(row, mapping, facts as Partial<ProductFacts>, takeNumber, warnings));
  facts['attributes'] = readAttributes(row, mapping, takeNumber, refuse);

  const read = readRowBarcode(code);
  const key = ownKey ?? keyOfRow(code, read, facts as unknown as ProductFacts);
  return {
    ok: true,
    code: code || key,
    record: {
      sourceKey: key.slice(0, 100),
      barcode: read.barcode,
      ...(ownKey !== undefined && read.refusal && { isBarcodeRefused: true }),
      archiveKind: mapping.kind,
      facts: facts as unknown as ProductFacts,
      isObsolete: false,
      fieldSources: {},
    },
    barcodeRefusal: read.refusal,
    warnings,
  };
}

function readPlain(
  name: string,
  given: unknown,
  rule: MappingRule,
  value: FactPart['value'],
  takeNumber: TakeNumber,
): unknown {
  if (value.type === 'number') return takeNumber(name, given, rule);
  const unit = unitOfRule(rule);
  // A column of bare numbers takes the unit of its rule.
  if (value.type !== 'text' || unit === undefined || !/^[-+\d.,\s'’]+$/.test(readText(given))) {
    return readValue(given, value, rule);
  }
  const number = takeNumber(name, given, rule);
  return number === undefined ? undefined : `${number} ${unit}`;
}

/** The lists whose words without a code are statements. */
const STATEMENT_LISTS = PART_LIST.flatMap(({ name, value, fact }) =>
  value.type === 'list' && value.of === 'statement' ? [name, fact.field] : [],
) as readonly string[];

/** Returns a statement as one item, because its commas part only names. Undefined for a plain list. */
function findStatement(given: unknown, rule: MappingRule): string[] | undefined {
  const text = typeof given === 'string' ? readLines(given) : '';
  const isTranslated = 'values' in rule && rule.values && Object.hasOwn(rule.values, text);
  return isStatement(text) && !isTranslated ? [text] : undefined;
}

/** Keeps unknown words as text, in the fact's part for those, and warns of each. */
function keepOthers(
  name: FactPart['name'],
  others: readonly string[],
  facts: Record<string, unknown>,
  refuse: Refuse,
): void {
  for (const other of others) refuse(name, `there is no code for "${other}"`);
  const part = PART_LIST.find((one) => one.name === `${name}_other`);
  const kept = part && writtenFactsShape[part.name as WrittenName].safeParse(others);
  if (kept?.success) facts[`${name}_other`] = kept.data;
}

function readTexts(
  row: FileRow,
  name: FactPart['name'],
  { facts: rules }: Mapping,
  refuse: Refuse,
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [lang, rule] of listBelow(rules, `${name}.`)) {
    const text = readLines(findGiven(row, rule));
    const problem =
      text === ''
        ? ''
        : writtenFactsShape[name as WrittenName].safeParse({ [lang]: text }).error?.issues[0]?.message;
    if (problem) refuse(`${name}.${lang}`, problem);
    else if (text !== '') texts[lang] = text;
  }
  return texts;
}

type Refuse = (name: string, reason: string) => void;

function checkValue(
  name: keyof typeof writtenFactsShape,
  value: unknown,
  { categoryKinds }: MappingCatalogue,
): { value: unknown } | { problem: string } {
  const parsed = writtenFactsShape[name].safeParse(value);
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? 'is not valid' };
  return name === 'category' && !categoryKinds.has(value as string)
    ? { problem: `there is no category "${String(value)}"` }
    : { value: parsed.data };
}

/** Reads one text with number and unit, or a number whose unit is in the rule or in another column. */
function readNetContent(
  row: FileRow,
  { facts }: Mapping,
  takeNumber: TakeNumber,
  refuse: Refuse,
): Partial<ProductFacts> {
  const { net_content: text, net_content_value: valueRule, net_content_unit: unitRule } = facts;
  const found = { text: find(row, text), value: find(row, valueRule), unit: find(row, unitRule) };
  const unit = found.unit === undefined ? unitOfRule(valueRule) : readText(found.unit);
  if (valueRule && found.value !== undefined && unit !== undefined) {
    const value = takeNumber('net_content_value', found.value, valueRule);
    const content = value === undefined ? undefined : convertQuantity(value, unit);
    if (content) return { net_content_value: content.value, net_content_unit: content.unit };
    if (value !== undefined) refuse('net_content', `"${readText(found.value)} ${unit}" is no amount`);
    return {};
  }
  if (found.text === undefined) return {};
  const content = parseQuantity(readText(found.text));
  if (content) return { net_content_value: content.value, net_content_unit: content.unit };
  refuse('net_content', `"${readText(found.text)}" is not clearly an amount`);
  return {};
}

function readNutriments(
  row: FileRow,
  { facts: rules }: Mapping,
  { nutrition_basis: basis, no_nutrition_data: noData }: Partial<ProductFacts>,
  takeNumber: TakeNumber,
  warnings: RowWarning[],
): Partial<ProductFacts> {
  const nutriments: Record<string, number> = {};
  for (const [name, rule] of listBelow(rules, 'nutriments.')) {
    const given = findGiven(row, rule);
    if (given === undefined || noData || !basis) continue;
    const unit = nutrimentUnitOf(name);
    const value = takeNumber(`nutriments.${name}`, given, rule);
    const amount = value === undefined ? undefined : convertAmount(value, unitOfRule(rule) ?? unit, unit);
    if (amount === undefined) continue;
    const plausible = roundPlausible(amount, unit, basis);
    if (plausible === undefined)
      warnings.push({ reason: 'implausible_nutriment', detail: `${name}: ${amount}` });
    else nutriments[name] = plausible;
  }
  if (Object.keys(nutriments).length === 0) return { nutriments: null, nutrition_basis: null };
  addDerived(nutriments);
  return { nutriments };
}

function readAttributes(
  row: FileRow,
  { facts: rules }: Mapping,
  takeNumber: TakeNumber,
  refuse: Refuse,
): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const [name, rule] of listBelow(rules, 'attributes.')) {
    const given = findGiven(row, rule);
    if (given === undefined) continue;
    const isNumber = 'type' in rule && rule.type === 'number';
    const value = isNumber ? takeNumber(`attributes.${name}`, given, rule) : readAttribute(given, rule);
    if (value !== '' && value !== undefined) attributes[name] = value;
  }
  const parsed = writtenFactsShape.attributes.safeParse(attributes);
  if (parsed.success) return parsed.data ?? {};
  for (const { path, message } of parsed.error.issues) {
    refuse(`attributes.${path.join('.')}`, message);
    delete attributes[String(path[0])];
  }
  return attributes;
}

function readAttribute(given: unknown, rule: MappingRule): unknown {
  const type = 'type' in rule ? rule.type : undefined;
  if (type === 'flag') return readValue(given, { type: 'flag' }, rule);
  if ('separator' in rule && rule.separator)
    return readValue(given, { type: 'list', most: 30, of: 'text' }, rule);
  return type === undefined && typeof given !== 'string' ? given : readText(given);
}

const find = (row: FileRow, rule: MappingRule | undefined) => rule && findGiven(row, rule);

function listBelow(rules: Mapping['facts'], prefix: string): [name: string, rule: MappingRule][] {
  return Object.entries(rules).flatMap(([name, rule]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), rule]] : [],
  );
}
