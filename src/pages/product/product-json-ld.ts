import type { Product } from '../../catalog/products/product-contract.ts';
import { pageAddressOf } from '../../catalog/products/page-address.ts';
import type { Texts } from '../texts/texts.ts';
import { nameNutriment, unitOf } from './facts/nutriment-text.ts';

/** The product as schema.org has it. */
export function buildProductJsonLd(
  product: Product,
  { root, category, texts }: { root: string; category: string | undefined; texts: Texts },
): object {
  const {
    name,
    gtin,
    brand,
    pictures,
    nutriments,
    nutrition_basis: basis,
    country_of_origin: origin,
  } = product;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': root + pageAddressOf(product),
    url: root + pageAddressOf(product),
    name,
    ...(gtin === null ? {} : { gtin }),
    ...(brand === null ? {} : { brand: { '@type': 'Brand', name: brand } }),
    ...(category === undefined ? {} : { category }),
    ...(pictures.length === 0 ? {} : { image: pictures.map(({ urls }) => urls.full) }),
    ...(origin === null ? {} : { countryOfOrigin: { '@type': 'Country', name: origin } }),
    ...(nutriments === null
      ? {}
      : {
          additionalProperty: Object.entries(nutriments).map(([key, value]) => ({
            '@type': 'PropertyValue',
            propertyID: key,
            name: nameNutriment(key, texts),
            value,
            unitText: unitOf(key),
            ...(basis === null ? {} : { description: texts.t(`product.basis.${basis}`) }),
          })),
        }),
  };
}
