import type { Product } from '../../catalog/products/product-contract.ts';
import type { Texts } from '../texts/texts.ts';

/** Returns the net content with its unit, as `350 g`; empty where it is not known. */
export function showNetContent(
  { net_content_value: value, net_content_unit: unit }: Partial<Product>,
  { number, t }: Texts,
): string {
  if (value === null || value === undefined) return '';
  return `${number(value)} ${unit === 'pcs' ? t('product.pieces') : (unit ?? '')}`.trim();
}
