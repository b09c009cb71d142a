import type { Specification } from '../../catalog/products/product-contract.ts';
import type { Texts } from './texts.ts';

/** A value that a kind's field chooses from: lower case, its words joined by `_`. */
const OPTION = /^[a-z0-9]+(_[a-z0-9]+)*$/;

/** Returns the value of a specification for people: `usb_c` as `USB-C`. */
export function showSpecification(
  { key, value, typed_value: typed }: Specification,
  { t, number, word }: Texts,
): string {
  if (typeof typed === 'boolean') return t(typed ? 'product.yes' : 'product.no');
  // A year has no thousands.
  if (typeof typed === 'number') return key.endsWith('year') ? value : number(typed);
  if (!OPTION.test(value)) return value;
  return word('options', value, value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' '));
}
