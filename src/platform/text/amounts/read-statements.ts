import type { Token, WrittenNumber } from './read-tokens.ts';
import { toGramsOrMillilitres, type NetContent, type Unit } from './units.ts';
import { isContainer, isDoubt, isEach, isFiller, isOf, isPart, isPer, isPieces, isServing } from './words.ts';

export interface Measure extends NetContent {
  system: Unit['system'];
}

/** One amount of a writing: `12 x 2 x 20 g` has the factors 12 and 2. A count alone has no measure. */
export interface Statement {
  factors: number[];
  measure: Measure | undefined;
  /** What the last factor counts. */
  things: Things | undefined;
  /** The measure is of one thing. */
  isEach: boolean;
  /** The measure is of a thing with a name: `330 ml can`. */
  isNamed: boolean;
  isInBrackets: boolean;
  /** Nothing stands between it and the statement before. */
  isJoined: boolean;
}

interface Things {
  kind: 'servings' | 'containers' | 'parts' | 'unknown';
  /** The catalogue counts them. */
  arePieces: boolean;
}

/** Reads every amount of a writing. Undefined if any part of it is not understood. */
export function readStatements(tokens: readonly Token[]): Statement[] | undefined {
  const statements: Statement[] = [];
  let isInBrackets = false;
  let isJoined = false;
  for (let at = 0; at < tokens.length;) {
    const { type } = tokens[at]!;
    if (type === 'separator' || type === 'open' || type === 'close') {
      // A dash before a number may be a minus.
      if (type === 'separator' && (at === 0 || tokens[at - 1]?.type === 'open')) return undefined;
      if (type !== 'separator') {
        if ((type === 'open') === isInBrackets) return undefined;
        isInBrackets = type === 'open';
      }
      isJoined = false;
      at += 1;
      continue;
    }
    const read = readStatement(tokens, at);
    if (!read) return undefined;
    if (read.statement) statements.push({ ...read.statement, isInBrackets, isJoined });
    isJoined = true;
    at = read.end;
  }
  return isInBrackets ? undefined : statements;
}

type Found = Omit<Statement, 'isInBrackets' | 'isJoined'>;

/** The statement is missing where words stand alone: `Net weight:`. */
function readStatement(
  tokens: readonly Token[],
  start: number,
): { statement?: Found; end: number } | undefined {
  const lead = readLead(tokens, start);
  if (!lead) return undefined;
  const found: Found = { ...lead, factors: [], measure: undefined, things: undefined, isNamed: false };
  if (tokens[lead.end]?.type !== 'number') return lead.isEach ? undefined : { end: lead.end };
  for (let at = lead.end; ; at += 1) {
    const number = tokens[at];
    if (number?.type !== 'number') return undefined;
    const measured = readMeasure(tokens, at);
    if (measured) return readTail(tokens, { ...found, measure: measured.measure }, measured.end);
    found.factors.push(number.value);
    if (!isCount(number)) return undefined;
    at += 1;
    const noun = readNoun(tokens, at);
    if (noun) {
      found.things = noun.things;
      at = noun.end;
      if (noun.isOf) continue;
    }
    if (tokens[at]?.type !== 'times') return noun && { statement: found, end: at };
  }
}

/** Reads the words before the first number: `Net weight`, `les`, `lot de`, `je`. */
function readLead(tokens: readonly Token[], start: number): { isEach: boolean; end: number } | undefined {
  let isOfOne = false;
  let hasNoun = false;
  let at = start;
  for (let word = wordAt(tokens, at); word !== undefined; word = wordAt(tokens, at)) {
    const per = readPer(tokens, at);
    // `per container` alone says what the servings are of.
    if (per)
      isOfOne ||= per.thing === 'thing' || (per.thing === 'container' && tokens[per.end]?.type === 'number');
    else if (isKnown(word)) hasNoun = true;
    else if (isOf(word) || isEach(word)) isOfOne ||= !hasNoun;
    else if (!isFiller(word)) return undefined;
    at = per?.end ?? at + 1;
  }
  // Only words and numbers follow each other.
  return at === start && tokens[at]?.type === 'times' ? undefined : { isEach: isOfOne, end: at };
}

/** Reads what is counted, and whether the amount of one follows: `cans`, `sachets de thé de`, `Flaschen zu je`. */
function readNoun(
  tokens: readonly Token[],
  start: number,
): { things: Things; isOf: boolean; end: number } | undefined {
  const nouns: string[] = [];
  let at = start;
  let isOfOne = false;
  for (let word = wordAt(tokens, at); word !== undefined; word = wordAt(tokens, at)) {
    const per = readPer(tokens, at);
    isOfOne = isOf(word) || isEach(word) || (isOfOne && isFiller(word));
    if (per?.thing === 'thing' || isDoubt(word) || unitAt(tokens, at)) return undefined;
    if (!per && !isOfOne && !isFiller(word)) nouns.push(word);
    at = per?.end ?? at + 1;
  }
  // A single letter is a word of the sentence.
  if (nouns.length === 0 || nouns.some((word) => word.length === 1 && !isKnown(word))) return undefined;
  const isFollowed = tokens[at]?.type === 'number';
  if (isOfOne && !isFollowed) return undefined;
  // The loop over factors skips the sign of multiplication, which is missing here.
  const things = { kind: kindOf(nouns), arePieces: nouns.every(isPieces) };
  return { things, isOf: isOfOne, end: isOfOne ? at - 1 : at };
}

const isKnown = (word: string) => kindOf([word]) !== 'unknown';

function kindOf(nouns: readonly string[]): Things['kind'] {
  if (nouns.some(isServing)) return 'servings';
  if (nouns.some(isContainer)) return 'containers';
  return nouns.some(isPart) ? 'parts' : 'unknown';
}

/** Reads `per biscuit`, `/ can`, `par la pièce`. */
function readPer(
  tokens: readonly Token[],
  start: number,
): { thing: 'serving' | 'container' | 'thing'; end: number } | undefined {
  if (!isPer(wordAt(tokens, start) ?? '')) return undefined;
  let at = start + 1;
  while (isFiller(wordAt(tokens, at) ?? '')) at += 1;
  const word = wordAt(tokens, at);
  if (word === undefined) return { thing: 'thing', end: at };
  return { thing: isServing(word) ? 'serving' : isContainer(word) ? 'container' : 'thing', end: at + 1 };
}

/** Reads a number with its unit, or a sum such as `1 lb 4 oz`. */
function readMeasure(tokens: readonly Token[], at: number): { measure: Measure; end: number } | undefined {
  const first = measureAt(tokens, at);
  const second = first && measureAt(tokens, at + 2);
  const sum = first && second && addSmaller(first, second);
  return first && { measure: sum ?? first.measure, end: sum ? at + 4 : at + 2 };
}

interface FoundMeasure {
  measure: Measure;
  number: WrittenNumber;
  unit: Unit;
}

function measureAt(tokens: readonly Token[], at: number): FoundMeasure | undefined {
  const number = tokens[at];
  const unit = unitAt(tokens, at + 1);
  const value = number?.type === 'number' && unit ? valueIn(number, unit) : undefined;
  if (value === undefined || number?.type !== 'number' || !unit) return undefined;
  return { number, unit, measure: { value: value * unit.factor, unit: unit.unit, system: unit.system } };
}

/** Returns the sum of a whole number and less than one of its unit in a smaller one of its system. */
function addSmaller({ measure, number, unit }: FoundMeasure, smaller: FoundMeasure): Measure | undefined {
  const one = toGramsOrMillilitres({ value: unit.factor, unit: unit.unit });
  const [large, small] = [toGramsOrMillilitres(measure), toGramsOrMillilitres(smaller.measure)];
  if (!one || !large || !small || large.unit !== small.unit) return undefined;
  const isSum =
    Number.isInteger(number.value) && measure.system === smaller.measure.system && small.value < one.value;
  return isSum ? { ...large, value: large.value + small.value, system: measure.system } : undefined;
}

/** Returns the number, or undefined where the unit leaves in doubt what it means. */
function valueIn({ value, isFraction, doubtfulSign }: WrittenNumber, { unit, factor, system }: Unit) {
  const isLarge = system === 'imperial' || unit === 'kg' || unit === 'l';
  // Fractions of a gram are not written on packs.
  if (isFraction) return isLarge ? value : undefined;
  if (doubtfulSign === undefined || doubtfulSign === ' ') return value;
  if (isLarge) return system === 'imperial' && doubtfulSign === ',' ? undefined : value;
  // Labels do not state milligrams as 1.250 g, but many group thousands with a point or comma.
  return factor === 1 && unit !== 'm' ? value * 1_000 : undefined;
}

/** Reads the words and factors after a measure: `330 ml cans`, `15 g each`, `125 g x 4`. */
function readTail(
  tokens: readonly Token[],
  found: Found,
  start: number,
): { statement: Found; end: number } | undefined {
  const statement = { ...found, factors: [...found.factors] };
  let at = start;
  for (;;) {
    const word = wordAt(tokens, at);
    const per = readPer(tokens, at);
    const factor = tokens[at]?.type === 'times' ? tokens[at + 1] : undefined;
    if (per) statement.isEach ||= per.thing !== 'serving';
    else if (word !== undefined) {
      if (isEach(word)) statement.isEach = true;
      else if (isKnown(word)) statement.isNamed = true;
      // The estimated sign is often typed as a letter.
      else if (!isFiller(word) && !(word === 'e' && at === start)) return undefined;
    } else if (factor?.type === 'number' && !unitAt(tokens, at + 2)) statement.factors.push(factor.value);
    else if (tokens[at]?.type === 'times') return undefined;
    else break;
    at = per?.end ?? (factor ? at + 2 : at + 1);
  }
  return statement.factors.every(isWhole) ? { statement, end: at } : undefined;
}

const MOST = 9_999;

export const isWhole = (factor: number) => Number.isInteger(factor) && factor >= 1 && factor <= MOST;

const isCount = ({ value, doubtfulSign }: WrittenNumber) =>
  value > 0 && value <= MOST && (doubtfulSign === undefined || doubtfulSign === ' ');

function wordAt(tokens: readonly Token[], at: number): string | undefined {
  const token = tokens[at];
  return token?.type === 'word' ? token.word : undefined;
}

/** Returns the unit of a weight, a volume or a length. */
function unitAt(tokens: readonly Token[], at: number): Unit | undefined {
  const token = tokens[at];
  return token?.type === 'word' && token.unit?.system !== 'count' ? token.unit : undefined;
}
