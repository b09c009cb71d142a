/** Net content as stored: a positive number and a unit of the catalogue. */
export interface NetContent {
  value: number;
  unit: 'g' | 'kg' | 'ml' | 'l' | 'pcs' | 'm';
}

export interface Unit {
  unit: NetContent['unit'];
  /** Multiplier from the unit of the label to ours. */
  factor: number;
  system: 'metric' | 'imperial' | 'count';
}

const metric = (unit: NetContent['unit'], factor: number): Unit => ({ unit, factor, system: 'metric' });
const imperial = (unit: NetContent['unit'], factor: number): Unit => ({ unit, factor, system: 'imperial' });

const UNITS: [names: string, Unit][] = [
  [
    'kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm kilogramo kilogramos chili quilo quilos кг ' +
      'κιλό κιλά 千克 公斤',
    metric('kg', 1),
  ],
  [
    'g gr grs gm gms grm gram grams gramme grammes gramm gramo gramos grammo grammi gramas г гр грамм граммов γρ 克 公克',
    metric('g', 1),
  ],
  ['mg мг', metric('g', 0.001)],
  ['dag dkg', metric('g', 10)],
  [
    'l lt ltr liter liters litre litres litro litros litri л литр литра литров λίτρο λίτρα 升 公升',
    metric('l', 1),
  ],
  ['dl', metric('ml', 100)],
  ['cl', metric('ml', 10)],
  ['ml mlt milliliter milliliters millilitre millilitres cc мл 毫升', metric('ml', 1)],
  ['m meter meters metre metres', metric('m', 1)],
  ['floz oza', imperial('ml', 29.5735295625)],
  ['oz onz ounce ounces once onces onza onzas', imperial('g', 28.349523125)],
  ['lb lbs pound pounds', imperial('g', 453.59237)],
  ['gal gallon gallons', imperial('l', 3.785411784)],
  ['qt quart quarts', imperial('ml', 946.352946)],
  ['pt pint pints', imperial('ml', 473.176473)],
  [
    'pcs pc pce piece pieces pièce pièces pieza piezas pezzo pezzi stück stuck stk st stuks шт unit units unité unités ' +
      'unidad unidades ct count sachet sachets tablet tablets tablette tablettes capsule capsules eggs oeufs œufs huevos',
    { unit: 'pcs', factor: 1, system: 'count' },
  ],
];
const UNIT_BY_NAME = new Map(
  UNITS.flatMap(([names, unit]) => names.split(' ').map((name) => [name, unit] as const)),
);

/** Returns the unit of a name in lower case, without full stops and blanks (`floz`). */
export const findUnit = (name: string): Unit | undefined => UNIT_BY_NAME.get(name);

/** A weight or a volume. */
export interface Serving {
  value: number;
  unit: 'g' | 'ml';
}

/** Converts a weight or a volume to grams or millilitres. */
export function toGramsOrMillilitres({ value, unit }: NetContent): Serving | undefined {
  if (unit === 'g' || unit === 'ml') return { value, unit };
  if (unit === 'kg') return { value: value * 1_000, unit: 'g' };
  return unit === 'l' ? { value: value * 1_000, unit: 'ml' } : undefined;
}

/** Converts a number and a unit from separate fields. Undefined for an unknown unit or an impossible number. */
export function convertQuantity(value: number, unitText: string): NetContent | undefined {
  const unit = findUnit(unitText.toLowerCase().replaceAll(/[\s.]/g, ''));
  return unit && buildNetContent(value * unit.factor, unit.unit);
}

/** Rounds an amount for storage. Undefined for an impossible number. */
export function buildNetContent(value: number, unit: NetContent['unit']): NetContent | undefined {
  const rounded = Number(value.toPrecision(6));
  return rounded > 0 && rounded <= 1_000_000 ? { value: rounded, unit } : undefined;
}
