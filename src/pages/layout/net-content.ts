import type { Product } from '../../catalog/products/product-contract.ts';
import type { Texts } from '../texts/texts.ts';

/** Returns the net content with its unit, such as `350 g`, or an empty text if it is unknown. */
export function showNetContent(
  { net_content_value: value, net_content_unit: unit }: Partial<Product>,
  { number, t }: Texts,
): string {
  if (value === null || value === undefined) return '';
  return `${number(value)} ${unit === 'pcs' ? t('product.pieces') : (unit ?? '')}`.trim();
}
