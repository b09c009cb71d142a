import { OFF_NUTRIMENTS } from '../../../facts/registry/off-names.ts';
import {
  addDerived,
  convertAmount,
  nutrimentUnitOf,
  roundPlausible,
  type NutrimentKey,
} from '../../../facts/values/nutriment-units.ts';
import { ApiError } from '../../../platform/http/api-error.ts';

type Basis = '100g' | '100ml' | 'serving';

interface WrittenNutriments {
  nutriments?: Record<string, number>;
  nutrition_basis?: Basis;
}

/** An amount as it was sent: with its unit, or in the unit of the answers. */
interface Sent {
  field: string;
  value: string;
  unitText: string;
  basis: Basis;
}

const KEYS: ReadonlyMap<string, NutrimentKey> = new Map(
  [...OFF_NUTRIMENTS].map(([key, name]) => [name, key]),
);
const NUTRIMENT = /^nutriment_([a-z0-9-]+?)(_100g|_serving|_value)?$/;
/** Keys of an answer that no app can state. */
const COMPUTED = /^nutriment_(nova-group|nutrition-score|fruits-vegetables|carbon-footprint)|_computed$/;
/** A number with a point or a comma, but for `1,234`, which is a thousand to some and one to others. */
const NUMBER = /^(?![1-9]\d{0,2},\d{3}$)\d+([.,]\d+)?(e-\d+)?$/;
/** What the label says when it states no amount: less than, about, traces. They stay texts. */
const NO_AMOUNT = /^[<>~≤≥-]|^tr/i;

/**
 * Takes the amounts out of the fields, and returns them by our keys. Amounts of unknown nutrients, and bounds such as
 * `<0.5`, stay in the fields and go into the note.
 * @param isLiquid amounts for 100 g are for 100 ml then
 * @throws ApiError `validation_failed` for a value that is no number, is impossible, or has another basis than the rest
 */
export function takeNutriments(fields: Map<string, string>, isLiquid: boolean): WrittenNutriments {
  const stated = fields.get('nutrition_data_per');
  fields.delete('nutrition_data_per');
  for (const name of fields.keys()) if (COMPUTED.test(name)) fields.delete(name);
  const names = new Set([...fields.keys()].flatMap((field) => NUTRIMENT.exec(field)?.[1] ?? []));
  const nutriments: Record<string, number> = {};
  let basis: Basis | undefined;
  for (const name of names) {
    const sent = findSent(fields, name, stated);
    const key = keyOf(name, sent.unitText);
    if (key === undefined || NO_AMOUNT.test(sent.value)) continue;
    basis ??= sent.basis;
    if (basis !== sent.basis)
      throw refuseWrittenField(sent.field, 'Send amounts for 100 g or for a serving, not both.');
    const amount = readAmount(sent, key);
    if (amount === undefined) continue;
    nutriments[key] = amount;
    for (const form of ['', '_value', '_unit', '_100g', '_serving'])
      fields.delete(`nutriment_${name}${form}`);
  }
  for (const field of fields.keys()) if (isLoneUnit(field, fields)) fields.delete(field);
  if (basis === undefined || Object.keys(nutriments).length === 0) return {};
  addDerived(nutriments);
  return { nutriments, nutrition_basis: basis === '100g' && isLiquid ? '100ml' : basis };
}

/**
 * Finds an amount as the label states it, with its unit; else as in an answer, in grams.
 * @throws ApiError `validation_failed` if nothing says which of two is the label's
 */
function findSent(fields: ReadonlyMap<string, string>, name: string, stated: string | undefined): Sent {
  const find = (form: string) => {
    const field = `nutriment_${name}${form}`;
    const value = fields.get(field);
    return value === undefined ? undefined : { field, value };
  };
  const unitText = fields.get(`nutriment_${name}_unit`) ?? '';
  const typed = find('_value') ?? find('');
  if (typed) return { ...typed, unitText, basis: basisOf(stated) };
  const [hundred, serving] = [find('_100g'), find('_serving')];
  if (hundred && serving && stated === undefined)
    throw refuseWrittenField(
      hundred.field,
      'Say in nutrition_data_per what the label states: 100g or serving.',
    );
  const isServing = serving && (!hundred || basisOf(stated) === 'serving');
  const [chosen, basis] = isServing ? [serving, 'serving' as const] : [hundred, hundredOf(stated)];
  return { field: '', value: '', ...chosen, unitText: '', basis };
}

const hundredOf = (stated: string | undefined): Basis => (/ml/i.test(stated ?? '') ? '100ml' : '100g');
const basisOf = (stated: string | undefined): Basis =>
  stated?.includes('serving') ? 'serving' : hundredOf(stated);

/** Their energy without a unit is in kJ. */
function keyOf(name: string, unitText: string): NutrimentKey | undefined {
  if (name !== 'energy') return KEYS.get(name);
  return unitText.toLowerCase() === 'kcal' ? 'energy_kcal' : 'energy_kj';
}

/** @throws ApiError `validation_failed` */
function readAmount({ field, value, unitText, basis }: Sent, key: NutrimentKey): number | undefined {
  if (!NUMBER.test(value)) throw refuseWrittenField(field, 'must be a number, as 12.5');
  const unit = nutrimentUnitOf(key);
  const converted = convertAmount(Number(value.replace(',', '.')), unitText, unit);
  if (converted === undefined) return undefined;
  const amount = roundPlausible(converted, unit, basis);
  if (amount === undefined) throw refuseWrittenField(field, `is more than there can be for ${basis}`);
  return amount;
}

function isLoneUnit(field: string, fields: ReadonlyMap<string, string>): boolean {
  const [, amount] = /^(nutriment_.+)_unit$/.exec(field) ?? [];
  return amount !== undefined && !fields.has(amount) && !fields.has(`${amount}_value`);
}

/** Returns the refusal of a field, by its name in the request. */
export const refuseWrittenField = (field: string, message: string): ApiError =>
  new ApiError('validation_failed', `${field}: ${message}`, {
    details: { fields: [{ field, code: 'invalid', message }] },
  });
