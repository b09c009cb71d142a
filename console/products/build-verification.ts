import type { AdminProduct } from '../../src/catalog/products/administration/product-admin-contract.ts';
import { FACT_NAMES } from './facts/product-facts.ts';
import type { WrittenName } from '../../src/facts/registry/fact-list.ts';

/**
 * Returns a write of the current values behind a part of the quality score, with which an operator verifies them.
 * Undefined for parts that are not facts of the form, such as the barcode.
 */
export function buildVerification(product: AdminProduct, field: string): Record<string, unknown> | undefined {
  const names = field === 'net_content' ? ['net_content_value', 'net_content_unit'] : [field];
  if (!names.every((name) => FACT_NAMES.includes(name as WrittenName))) return undefined;
  return Object.fromEntries(names.map((name) => [name, product[name as WrittenName]]));
}
