import type { AdminProduct } from '../../src/catalog/administration/product-admin-contract.ts';
import { FACT_NAMES } from './facts/product-facts.ts';
import type { WrittenName } from '../../src/facts/registry/fact-list.ts';

/**
 * A write of a part of the quality score as it is, by which an operator says that it is right; undefined for parts
 * that are no fact of the form, such as the barcode.
 */
export function buildVerification(product: AdminProduct, field: string): Record<string, unknown> | undefined {
  const names = field === 'net_content' ? ['net_content_value', 'net_content_unit'] : [field];
  if (!names.every((name) => FACT_NAMES.includes(name as WrittenName))) return undefined;
  return Object.fromEntries(names.map((name) => [name, product[name as WrittenName]]));
}
