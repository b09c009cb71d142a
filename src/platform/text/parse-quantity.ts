/** Net content as it is stored: a positive number and one of the units the catalogue knows. */
export interface NetContent {
  value: number;
  unit: 'g' | 'kg' | 'ml' | 'l' | 'pcs' | 'm';
}

interface Unit {
  unit: NetContent['unit'];
  /** How many of our unit one of theirs is. */
  factor: number;
  rank: number;
}

/** A label that gives both is read by its metric part; a count of pieces says least. */
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
/** `2 x 125 g`, `12 x 2 x 20 g`, `.33 l`, `125 g x 4`; the sign of estimation (`℮`) and full stops may follow. */
const QUANTITY = new RegExp(
  String.raw`(?<![\p{L}\d.,])((?:\d{1,4}\s*[x×*]\s*)*)(${NUMBER})\s*(${UNIT_NAME})(?![\p{L}])` +
    String.raw`(?:\.?\s*[x×*]\s*(\d{1,4})(?![\d.,]|\s*\p{L}))?`,
  'giu',
);

/**
 * Reads the net content out of a free text such as `2,5 kg`, `33cl`, `3.5 oz (100 g)` or `2 x 125 g`. Imperial units
 * and centilitres are converted. A number without a unit, and a text without a number, give undefined.
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

/** Every quantity in a free text, in its order. */
function listQuantities(text: string): FoundQuantity[] {
  // Longer texts are descriptions; a bound also keeps the pattern's work bounded.
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

/** `20-30 g`, `2 to 3 pieces`; `< 5 g`; `1.000 g`, which is a thousand for some and one for others. */
const UNSURE =
  /\d\s*(?:[-–—~]|(?:to|or|à|a|ou|bis|oder|y|o)(?=[\s\d]))\s*\d|[<>≤≥]|(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?!\d)/iu;
/** How far a second metric amount may be off the first, and an imperial one, which labels round. */
const METRIC_TOLERANCE = 0.02;
const IMPERIAL_TOLERANCE = 0.1;

/**
 * The weight or volume of a serving: `1 biscuit (12.5 g)`, `2 slices = 60 g`, `8 fl oz (240 ml)`. Undefined where the
 * text leaves any doubt: it is a range, names several amounts that are not the same, or both a weight and a volume.
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
    // Ounces are fluid ones beside millilitres, which is less of a difference than rounding.
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

/** A number and a unit that stand in fields of their own; an unknown unit or an impossible number gives undefined. */
export function convertQuantity(value: number, unitText: string): NetContent | undefined {
  const unit = UNIT_BY_NAME.get(unitText.trim().toLowerCase().replaceAll(/[\s.]/g, ''));
  return unit && buildNetContent(value * unit.factor, unit.unit);
}

function buildNetContent(value: number, unit: NetContent['unit']): NetContent | undefined {
  const rounded = Number(value.toPrecision(6));
  return rounded > 0 && rounded <= 1_000_000 ? { value: rounded, unit } : undefined;
}

/** `1.000 g` is a thousand grams: labels do not weigh to the milligram, but many group thousands with a point or comma. */
function readNumber(text: string, unit: Unit): number {
  const compact = text.replaceAll(/[ \u00a0\u202f]/g, '');
  const isGrouped =
    /^[1-9]\d{0,2}[.,]\d{3}$/.test(compact) && unit.factor === 1 && /^(g|ml)$/.test(unit.unit);
  return Number(isGrouped ? compact.replace(/[.,]/, '') : compact.replace(',', '.'));
}
