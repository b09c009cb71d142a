/** Net content as stored: a positive number and a unit of the catalogue. */
export interface NetContent {
  value: number;
  unit: 'g' | 'kg' | 'ml' | 'l' | 'pcs' | 'm';
}

interface Unit {
  unit: NetContent['unit'];
  /** Multiplier from the unit of the label to ours. */
  factor: number;
  rank: number;
}

/** Ranks of units: the metric part of a label wins; a count of pieces comes last. */
const METRIC = 0;
const IMPERIAL = 1;
const COUNT = 2;

const UNITS: [names: string, Unit][] = [
  ['kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes кг', { unit: 'kg', factor: 1, rank: METRIC }],
  ['g gr grs gm gms gram grams gramme grammes gramm gramos г гр', { unit: 'g', factor: 1, rank: METRIC }],
  ['mg', { unit: 'g', factor: 0.001, rank: METRIC }],
  ['l lt ltr liter liters litre litres litro litros л', { unit: 'l', factor: 1, rank: METRIC }],
  ['dl', { unit: 'ml', factor: 100, rank: METRIC }],
  ['cl', { unit: 'ml', factor: 10, rank: METRIC }],
  ['ml milliliter milliliters millilitre millilitres cc мл', { unit: 'ml', factor: 1, rank: METRIC }],
  ['m meter meters metre metres', { unit: 'm', factor: 1, rank: METRIC }],
  ['floz', { unit: 'ml', factor: 29.5735295625, rank: IMPERIAL }],
  ['oz onz ounce ounces once onces onza onzas', { unit: 'g', factor: 28.349523125, rank: IMPERIAL }],
  ['lb lbs pound pounds', { unit: 'g', factor: 453.59237, rank: IMPERIAL }],
  ['gal gallon gallons', { unit: 'l', factor: 3.785411784, rank: IMPERIAL }],
  ['qt quart quarts', { unit: 'ml', factor: 946.352946, rank: IMPERIAL }],
  ['pt pint pints', { unit: 'ml', factor: 473.176473, rank: IMPERIAL }],
  [
    'pcs pc pce piece pieces pièce pièces pieza piezas stück stuck stk st шт unit units unité unités unidad unidades ' +
      'ct count sachet sachets tablet tablets tablette tablettes capsule capsules eggs oeufs œufs huevos',
    { unit: 'pcs', factor: 1, rank: COUNT },
  ],
];
const UNIT_BY_NAME = new Map(
  UNITS.flatMap(([names, unit]) => names.split(' ').map((name) => [name, unit] as const)),
);

const NUMBER = String.raw`\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?|[.,]\d+`;
const UNIT_NAME = String.raw`fl\.?\s*oz|\p{L}+`;
/** Matches `2 x 125 g`, `12 x 2 x 20 g`, `.33 l`, `125 g x 4`. The estimated sign (`℮`) and full stops may follow. */
const QUANTITY = new RegExp(
  String.raw`(?<![\p{L}\d.,])((?:\d{1,4}\s*[x×*]\s*)*)(${NUMBER})\s*(${UNIT_NAME})(?![\p{L}])` +
    String.raw`(?:\.?\s*[x×*]\s*(\d{1,4})(?![\d.,]|\s*\p{L}))?`,
  'giu',
);

/**
 * Parses the net content from a text such as `2,5 kg`, `33cl`, `3.5 oz (100 g)` or `2 x 125 g`. Converts imperial
 * units and centilitres. Undefined without a number or a unit.
 */
export function parseQuantity(text: string): NetContent | undefined {
  let best: FoundQuantity | undefined;
  for (const found of listQuantities(text)) if (!best || found.rank < best.rank) best = found;
  return best?.content;
}

interface FoundQuantity {
  content: NetContent;
  rank: number;
}

/** Returns every quantity in a text, in order. */
function listQuantities(text: string): FoundQuantity[] {
  // Longer texts are descriptions. The limit also bounds the work of the pattern.
  return [...text.slice(0, 200).matchAll(QUANTITY)].flatMap((match): FoundQuantity[] => {
    const [, multipliers = '', number = '', unitText = '', times] = match;
    const unit = UNIT_BY_NAME.get(unitText.toLowerCase().replaceAll(/[\s.]/g, ''));
    if (!unit) return [];
    const packs = (multipliers.match(/\d+/g) ?? []).reduce((product, factor) => product * Number(factor), 1);
    const count = packs * (times === undefined ? 1 : Number(times));
    const content = buildNetContent(readNumber(number, unit) * count * unit.factor, unit.unit);
    return content ? [{ content, rank: unit.rank }] : [];
  });
}

/** A weight or a volume. */
interface Serving {
  value: number;
  unit: 'g' | 'ml';
}

/** Ambiguous amounts: `20-30 g`, `2 to 3 pieces`, `< 5 g`, and `1.000 g`, which means 1,000 to some and 1 to others. */
const UNSURE =
  /\d\s*(?:[-–—~]|(?:to|or|à|a|ou|bis|oder|y|o)(?=[\s\d]))\s*\d|[<>≤≥]|(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?!\d)/iu;
/** Tolerances between amounts of one serving: metric ones, and imperial ones, which labels round. */
const METRIC_TOLERANCE = 0.02;
const IMPERIAL_TOLERANCE = 0.1;

/**
 * Parses the weight or volume of a serving: `1 biscuit (12.5 g)`, `2 slices = 60 g`, `8 fl oz (240 ml)`. Undefined if
 * in doubt: a range, several different amounts, or both a weight and a volume.
 */
export function parseServing(text: string): Serving | undefined {
  if (UNSURE.test(text)) return undefined;
  const found = listQuantities(text).flatMap(({ content, rank }) => {
    const amount = toGramsOrMillilitres(content);
    return amount ? [{ ...amount, rank }] : [];
  });
  const first = found.find(({ rank }) => rank === METRIC) ?? found[0];
  if (!first) return undefined;
  const agree = found.every(({ value, unit, rank }) => {
    // Beside millilitres, `oz` means fluid ounces. Reading them as weight differs by less than the tolerance.
    const isImperial = rank === IMPERIAL && first.rank === METRIC;
    const tolerance = isImperial ? IMPERIAL_TOLERANCE : METRIC_TOLERANCE;
    return (isImperial || unit === first.unit) && Math.abs(value - first.value) <= tolerance * first.value;
  });
  return agree ? { value: Number(first.value.toPrecision(4)), unit: first.unit } : undefined;
}

function toGramsOrMillilitres({ value, unit }: NetContent): Serving | undefined {
  if (unit === 'g' || unit === 'ml') return { value, unit };
  if (unit === 'kg') return { value: value * 1_000, unit: 'g' };
  return unit === 'l' ? { value: value * 1_000, unit: 'ml' } : undefined;
}

/** Converts a number and a unit from separate fields. Undefined for an unknown unit or an impossible number. */
export function convertQuantity(value: number, unitText: string): NetContent | undefined {
  const unit = UNIT_BY_NAME.get(unitText.trim().toLowerCase().replaceAll(/[\s.]/g, ''));
  return unit && buildNetContent(value * unit.factor, unit.unit);
}

function buildNetContent(value: number, unit: NetContent['unit']): NetContent | undefined {
  const rounded = Number(value.toPrecision(6));
  return rounded > 0 && rounded <= 1_000_000 ? { value: rounded, unit } : undefined;
}

/** Reads `1.000 g` as 1,000 g: labels do not state milligrams, but many group thousands with a point or comma. */
function readNumber(text: string, unit: Unit): number {
  const compact = text.replaceAll(/[ \u00a0\u202f]/g, '');
  const isGrouped =
    /^[1-9]\d{0,2}[.,]\d{3}$/.test(compact) && unit.factor === 1 && /^(g|ml)$/.test(unit.unit);
  return Number(isGrouped ? compact.replace(/[.,]/, '') : compact.replace(',', '.'));
}
