import { isWhole, readStatements, type Measure, type Statement } from './read-statements.ts';
import { readTokens } from './read-tokens.ts';
import { buildNetContent, toGramsOrMillilitres, type NetContent, type Serving } from './units.ts';

/**
 * Parses the net content from a writing such as `2,5 kg`, `33cl`, `3.5 oz (100 g)`, `6 cans of 330 ml` or `1 lb 4 oz`.
 * Converts imperial units and centilitres. Undefined if any part of the writing is not understood, or if in doubt.
 */
export function parseQuantity(text: string): NetContent | undefined {
  const statements = readStatements(readTokens(text) ?? []) ?? [];
  const total = statements.some(({ measure }) => measure)
    ? findTotal(statements, isNetOf)
    : countPieces(statements);
  return total && buildNetContent(total.value, total.unit);
}

/**
 * Parses the weight or volume of a serving: `1 biscuit (12.5 g)`, `2 slices = 60 g`, `2 cookies, 15 g each`. Undefined if
 * in doubt: a range, several different amounts, both a weight and a volume, or `1.000 g`, which means 1,000 to some
 * and 1 to others.
 */
export function parseServing(text: string): Serving | undefined {
  const tokens = readTokens(text) ?? [];
  if (tokens.some((token) => token.type === 'number' && token.doubtfulSign !== undefined)) return undefined;
  const statements = readStatements(tokens) ?? [];
  if (statements.some((one) => one.measure && one.things?.kind === 'servings' && countOf(one) !== 1))
    return undefined;
  const total = findTotal(statements, isServingOf);
  const serving = total && toGramsOrMillilitres(total);
  return serving && serving.value > 0
    ? { value: Number(serving.value.toPrecision(4)), unit: serving.unit }
    : undefined;
}

/** `2 packs of 10 pieces` is 20 pieces. */
function countPieces(statements: readonly Statement[]): NetContent | undefined {
  const pieces = statements.find(({ things }) => things?.arePieces);
  if (!pieces?.factors.every(isWhole)) return undefined;
  const value = countOf(pieces);
  return statements.every((one) => [1, value].includes(countOf(one))) ? { value, unit: 'pcs' } : undefined;
}

const countOf = ({ factors }: Pick<Statement, 'factors'>) =>
  factors.reduce((product, factor) => product * factor, 1);

/** Says whether the measures are of all the things that a count beside them names. */
type IsOfAll = (count: Statement, measures: readonly Measured[], isAfter: boolean) => boolean;

/** Of several packs the label may state one; of parts it states all. */
const isNetOf: IsOfAll = ({ things, factors }, measures, isAfter) =>
  factors.length === 1 &&
  (things?.kind === 'parts' || (things?.kind === 'unknown' && isAfter)) &&
  (isAfter || measures.every(({ isInBrackets }) => !isInBrackets));

/** The amount in brackets is the serving's: `2 pouches (30 g)`. Of several servings it may be of one. */
const isServingOf: IsOfAll = ({ things, isInBrackets }, measures) =>
  things?.kind !== 'servings' &&
  (things?.kind !== 'containers' || measures.some((one) => one.isInBrackets !== isInBrackets));

type Measured = Statement & { measure: Measure };

/** Returns the amount of the whole, if every amount of the writing agrees with it. */
function findTotal(statements: readonly Statement[], isOfAll: IsOfAll): Measure | undefined {
  const counts = statements.filter(({ measure }) => !measure);
  const measured = statements.filter((one): one is Measured => one.measure !== undefined);
  const measures = measured.map((one) => takeCount(one, counts));
  if (!measures.every((one) => one !== undefined)) return undefined;
  const pack = measures.find((one) => countOf(one) > 1) ?? measures[0];
  if (!pack) return undefined;
  const areExplained = counts.every((count) => {
    const at = statements.indexOf(count);
    const next = statements[at + 1];
    // `8 chips 1 oz/28 g` is sure, because both amounts agree.
    if (next?.isJoined && next.measure && count.things?.kind === 'unknown' && measures.length < 2)
      return false;
    if (countOf(count) === 1 || countOf(count) === countOf(pack)) return true;
    return (
      !measures.some(({ isNamed }) => isNamed) &&
      isOfAll(count, measures, at > statements.indexOf(measured[0]!))
    );
  });
  const totals = measures.map((one) => agreeWith(pack, one));
  if (!areExplained || !totals.every((one) => one !== undefined)) return undefined;
  const metric = totals.filter(({ measure }) => measure.system === 'metric');
  return (metric.find(({ isPiece }) => !isPiece) ?? metric[0] ?? totals[0])?.measure;
}

/** Gives a measure of one thing its count: `2 cookies, 15 g each`. Undefined if it is not known. */
function takeCount(measured: Measured, counts: readonly Statement[]): Measured | undefined {
  if (!measured.isEach || measured.factors.length > 0) return measured;
  const several = counts.filter((count) => countOf(count) !== 1);
  const [count] = several.length > 0 ? several : counts;
  return count && several.length < 2 && count.factors.every(isWhole)
    ? { ...measured, factors: count.factors }
    : undefined;
}

/** Returns the total that an amount states beside a pack: as a total, or as one of its pieces. */
function agreeWith(pack: Measured, one: Measured): { measure: Measure; isPiece: boolean } | undefined {
  const total = scale(one.measure, countOf(one));
  if (isNear(total, scale(pack.measure, countOf(pack)))) return { measure: total, isPiece: false };
  if (countOf(one) > 1) return undefined;
  const places = pack.factors.map((_, place) => place + 1);
  const place = places.find((from) =>
    isNear(one.measure, scale(pack.measure, countOf({ factors: pack.factors.slice(from) }))),
  );
  if (place === undefined) return undefined;
  return { measure: scale(one.measure, countOf({ factors: pack.factors.slice(0, place) })), isPiece: true };
}

const scale = (measure: Measure, times: number): Measure => ({ ...measure, value: measure.value * times });

/** Metric amounts, and imperial ones, which labels round. */
const METRIC_TOLERANCE = 0.02;
const IMPERIAL_TOLERANCE = 0.1;

function isNear(a: Measure, b: Measure): boolean {
  const [one, other] = [toGramsOrMillilitres(a) ?? a, toGramsOrMillilitres(b) ?? b];
  const isImperial = a.system === 'imperial' || b.system === 'imperial';
  // Beside millilitres, `oz` means fluid ounces. Reading them as weight differs by less than the tolerance.
  if (one.unit !== other.unit && (!isImperial || [a.unit, b.unit].includes('m'))) return false;
  const tolerance = isImperial ? IMPERIAL_TOLERANCE : METRIC_TOLERANCE;
  return Math.abs(one.value - other.value) <= tolerance * Math.max(one.value, other.value);
}
