import { FACT_LIST } from '../../facts/registry/fact-list.ts';
import { foldWords, hasAnyWord, listTexts } from '../../platform/text/find-words.ts';
import type { RuleConditions } from './rule-contract.ts';
import type { Suggestion } from './rule-parts-contract.ts';

type Json = Record<string, unknown>;

/** The properties of a submission that rules test. */
export interface RuleSubject {
  accountId: string | null;
  senderRecord: NonNullable<RuleConditions['sender_record']>;
  isNew: boolean;
  /** Null: too long to be tested, so no rule matches. */
  content: Json | null;
  addsBarcode: boolean;
  hasPictures: boolean;
  /** Its texts, folded once for all rules that search words. */
  texts?: readonly string[];
  /** The product's facts before the submission, by wire names. */
  before: Json;
}

/** Fields for the operator, which are not facts. */
const REMARKS = new Set(['note', 'source_url']);

/** Returns whether a submission meets all conditions of a rule. */
export function matchesRule(conditions: RuleConditions, subject: RuleSubject): boolean {
  const { content } = subject;
  if (content === null) return false;
  const {
    account_id: accountId,
    sender_record: senderRecord,
    standing,
    only_facts: onlyFacts,
    without_words: words,
    most_change_percent: mostChange,
    needs_proof: needsProof,
  } = conditions;
  return (
    (accountId === undefined || accountId === subject.accountId) &&
    (senderRecord === undefined || senderRecord === subject.senderRecord) &&
    (standing === undefined || (standing === 'new') === subject.isNew) &&
    (onlyFacts === undefined || saysOnly(onlyFacts, content, subject.addsBarcode)) &&
    (words === undefined ||
      !hasAnyWord(foldWords(words), (subject.texts ??= foldWords(listTexts(content))))) &&
    (mostChange === undefined ||
      (!hasOtherUnit(content, subject.before) &&
        findLargestChange(factsIn(content), subject.before) <= mostChange / 100)) &&
    (needsProof === undefined || subject.hasPictures || typeof content['source_url'] === 'string')
  );
}

interface Suggesting {
  suggestion: Suggestion;
  name: string;
  conditions: RuleConditions;
}

/** The most careful one first. */
const PRECEDENCE: Record<Suggestion, number> = { ask: 0, reject: 1, approve: 2 };

/** Returns the matching rule with the most careful suggestion; of several, the first by name. */
export function chooseRule<Rule extends Suggesting>(
  rules: readonly Rule[],
  subject: RuleSubject,
): Rule | undefined {
  return rules
    .filter(({ conditions }) => matchesRule(conditions, subject))
    .toSorted((a, b) => PRECEDENCE[a.suggestion] - PRECEDENCE[b.suggestion] || (a.name < b.name ? -1 : 1))[0];
}

function saysOnly(allowed: readonly string[], content: Json, addsBarcode: boolean): boolean {
  const said = Object.keys(content)
    .filter((name) => !REMARKS.has(name))
    .map(factOf);
  if (addsBarcode) said.push('barcode');
  return said.length > 0 && said.every((fact) => allowed.includes(fact));
}

/** Returns the fact of a wire name. The language of a text belongs to the fact of the text. */
function factOf(name: string): string {
  const fact = FACT_LIST.find(({ parts }) => (parts as readonly string[]).includes(name));
  return (fact?.isBound ? fact.saidWith : fact?.field) ?? name;
}

/**
 * Returns the largest relative change of a number, also of one in a text; 1 means doubled. Infinity where the product
 * has none to compare with, such as a price. Compares tables by key.
 */
function findLargestChange(said: unknown, before: unknown): number {
  if (typeof said === 'number') {
    if (said === before) return 0;
    return typeof before !== 'number' || before === 0 ? Infinity : Math.abs(said - before) / Math.abs(before);
  }
  if (isTable(said)) {
    const table = isTable(before) ? before : {};
    return Math.max(0, ...Object.entries(said).map(([key, value]) => findLargestChange(value, table[key])));
  }
  const [now, then] = [listNumbers(said), listNumbers(before)];
  if (now.length > 0 && now.length !== then.length) return Infinity;
  return Math.max(0, ...now.map((number, place) => findLargestChange(number, then[place])));
}

/** Numbers in texts, as of a serving; the digits of a code such as `e322` are none. */
const listNumbers = (value: unknown): number[] =>
  (
    listTexts(value)
      .join('\n')
      .match(/(?<![\p{L}\d])\d+(?:[.,]\d+)?/gu) ?? []
  ).map((digits) => Number(digits.replace(',', '.')));

/** Returns whether a unit differs, so that numbers cannot be compared. */
function hasOtherUnit(content: Json, before: Json): boolean {
  const units = Object.keys(content).filter((name) => name.endsWith('_unit') || name === 'nutrition_basis');
  return units.some((name) => before[name] !== content[name]);
}

/** Returns what is said of the product. */
const factsIn = (content: Json): Json =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !REMARKS.has(name)));

const isTable = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
