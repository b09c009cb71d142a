import type { Specification } from '../../catalog/products/product-contract.ts';
import type { Texts } from './texts.ts';

/** An option of a kind's field: lower case, words joined by `_`. */
const OPTION = /^[a-z0-9]+(_[a-z0-9]+)*$/;

/** Formats the value of a specification: `usb_c` becomes `USB-C`. */
export function showSpecification(
  { key, value, typed_value: typed }: Specification,
  { t, number, word }: Texts,
): string {
  if (typeof typed === 'boolean') return t(typed ? 'product.yes' : 'product.no');
  // Years have no thousands separator.
  if (typeof typed === 'number') return key.endsWith('year') ? value : number(typed);
  if (!OPTION.test(value)) return value;
  return word('options', value, value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' '));
}
