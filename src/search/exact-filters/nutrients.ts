import { z } from 'zod';
import { NUTRIMENT_KEYS } from '../../facts/registry/nutriment-keys.ts';
import { valueList } from '../../platform/http/value-list.ts';

type NutrientKey = (typeof NUTRIMENT_KEYS)[number];
/** An order by amount; `-`: the largest first. */
export type NutrientOrder = `${'' | '-'}nutrient:${NutrientKey}`;

/** A bound of an amount per 100 g or 100 ml, in the unit of the key. */
export interface NutrientBound {
  key: NutrientKey;
  is: '<' | '<=' | '>' | '>=';
  amount: number;
}

/** The key without its unit, except for energy, which has two. */
const nameOf = (key: NutrientKey): string => key.replace(/_(g|mg|ug|pct)$/, '');
const NAMES = NUTRIMENT_KEYS.map(nameOf);
export const NUTRIENT_ORDERS = NAMES.flatMap((name) => [`nutrient:${name}`, `-nutrient:${name}`]);

/** Returns the key of a nutrient by its name, by the key itself, or by the name without its last `s`. */
function findKey(name: string): NutrientKey | undefined {
  return NUTRIMENT_KEYS.find((key) => [key, nameOf(key), nameOf(key).replace(/s$/, '')].includes(name));
}

const SIGN = '(<=?|>=?)';
const AMOUNT = String.raw`\d{1,9}(\.\d{1,6})?`;
const BOUND = new RegExp(String.raw`^(\w+)${SIGN}(${AMOUNT})$`);

function readBound(text: string): NutrientBound | undefined {
  const [, name = '', is, amount] = BOUND.exec(text) ?? [];
  const key = findKey(name);
  return key && { key, is: is as NutrientBound['is'], amount: Number(amount) };
}

const PATTERN = `(${NAMES.join('|')})${SIGN}${AMOUNT}`;

/** The most bounds of a search: Postgres evaluates each for every product. */
const MOST_BOUNDS = 10;

/** The query parameter `nutrient`. */
export const nutrientBounds = valueList()
  .refine((values) => values.length <= MOST_BOUNDS, `may have at most ${MOST_BOUNDS} bounds`)
  .transform((values, context) =>
    values.map((value) => {
      const bound = readBound(value);
      if (bound) return bound;
      const message = `has the value ${value}, which is no bound as sugars<5 of one of ${NAMES.join(', ')}`;
      context.addIssue({ code: 'custom', message, params: { value } });
      return z.NEVER;
    }),
  )
  .optional()
  .meta({
    type: 'string',
    pattern: `^${PATTERN}(,${PATTERN})*$`,
    description:
      'Bounds of amounts per 100 g or 100 ml, which must all hold: `sugars<5,proteins>=10`. The name is a key of ' +
      '`nutriments` without its unit (`energy_kcal`, `energy_kj`), the amount is in that unit. A product whose amount is ' +
      'unknown, or known only for a serving, is left out',
  });

/** Returns the order of `nutrient:salt` or `-nutrient:salt`, with the key for the name, or undefined for another text. */
export function readNutrientOrder(text: string): NutrientOrder | undefined {
  const [, sign = '', name = ''] = /^(-?)nutrient:(\w+)$/.exec(text) ?? [];
  const key = findKey(name);
  return key && `${sign as '' | '-'}nutrient:${key}`;
}

/** Returns the nutrient of an order, or undefined for another order. */
export function nutrientOf(
  order: string | undefined,
): { key: NutrientKey; isDescending: boolean } | undefined {
  const [sign, key] = order?.split('nutrient:') ?? [];
  return key === undefined ? undefined : { key: key as NutrientKey, isDescending: sign === '-' };
}
