import { OFF_NUTRIMENTS } from '../../../facts/registry/off-names.ts';
import {
  addDerived,
  convertAmount,
  nutrimentUnitOf,
  roundPlausible,
  type NutrimentKey,
} from '../../../facts/values/nutriment-units.ts';
import { refuseWrittenField } from './refuse-field.ts';

type Basis = '100g' | '100ml' | 'serving';

interface WrittenNutriments {
  nutriments?: Record<string, number>;
  nutrition_basis?: Basis;
}

const KEYS: ReadonlyMap<string, NutrimentKey> = new Map(
  [...OFF_NUTRIMENTS].map(([key, name]) => [name, key]),
);
const NUTRIMENT = /^nutriment_([a-z0-9-]+?)(_100g|_serving|_value)?$/;
/** A number with a point or a comma, but for `1,234`, which is a thousand to some and one to others. */
const NUMBER = /^(?![1-9]\d{0,2},\d{3}$)\d+([.,]\d+)?$/;
/** What the label says when it states no amount: less than, about, traces. They stay texts. */
const NO_AMOUNT = /^[<>~≤≥-]|^tr/i;

/**
 * Takes the amounts out of the fields, by our keys. An amount that is not known here, or is none, stays for a person to read.
 * @param isLiquid amounts for 100 g are for 100 ml then
 * @throws ApiError `validation_failed` for a value that is no number, is impossible, or has another basis than the rest
 */
export function takeNutriments(fields: Map<string, string>, isLiquid: boolean): WrittenNutriments {
  const amounts = [...fields].flatMap(([name, value]) => {
    const [, plain = '', form = ''] = NUTRIMENT.exec(name) ?? [];
    return plain === '' ? [] : [{ name, plain, form, value }];
  });
  const stated = fields.get('nutrition_data_per') ?? '100g';
  const bases = new Set(amounts.map(({ form }) => basisOf(form, stated)));
  if (bases.size > 1)
    throw refuseWrittenField('nutrition_data_per', 'Send amounts for 100 g or for a serving, not both.');
  const [said] = bases;
  if (said === undefined) return {};
  const basis = said === '100g' && isLiquid ? '100ml' : said;
  const nutriments: Record<string, number> = {};
  for (const { name, plain, value } of amounts) {
    const unitName = `nutriment_${plain}_unit`;
    const unitText = fields.get(unitName) ?? '';
    const isKcal = unitText.toLowerCase() === 'kcal';
    const key = plain === 'energy' ? (isKcal ? 'energy_kcal' : 'energy_kj') : KEYS.get(plain);
    if (key === undefined || NO_AMOUNT.test(value)) continue;
    if (!NUMBER.test(value)) throw refuseWrittenField(name, 'must be a number, as 12.5');
    const unit = nutrimentUnitOf(key);
    const converted = convertAmount(Number(value.replace(',', '.')), unitText, unit);
    if (converted === undefined) continue;
    const amount = roundPlausible(converted, unit, basis);
    if (amount === undefined) throw refuseWrittenField(name, `is more than there can be for ${basis}`);
    nutriments[key] = amount;
    fields.delete(name);
  }
  for (const { name, plain } of amounts) if (!fields.has(name)) fields.delete(`nutriment_${plain}_unit`);
  if (Object.keys(nutriments).length === 0) return {};
  fields.delete('nutrition_data_per');
  addDerived(nutriments);
  return { nutriments, nutrition_basis: basis };
}

function basisOf(form: string, stated: string): Basis {
  if (form === '_100g') return /ml/i.test(stated) ? '100ml' : '100g';
  if (form === '_serving' || stated.includes('serving')) return 'serving';
  return /ml/i.test(stated) ? '100ml' : '100g';
}
