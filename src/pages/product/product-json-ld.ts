import type { Product } from '../../catalog/products/product-contract.ts';
import { pageAddressOf } from '../../catalog/products/page-address.ts';
import type { Texts } from '../texts/texts.ts';
import { nameNutriment, shownUnitOf } from './facts/nutriment-text.ts';

/** The properties of schema.org's NutritionInformation. Other nutrients are additional properties of the product. */
const NUTRITION: Record<string, string> = {
  energy_kcal: 'calories',
  carbohydrates_g: 'carbohydrateContent',
  cholesterol_mg: 'cholesterolContent',
  fat_g: 'fatContent',
  fiber_g: 'fiberContent',
  proteins_g: 'proteinContent',
  saturated_fat_g: 'saturatedFatContent',
  sodium_mg: 'sodiumContent',
  sugars_g: 'sugarContent',
  trans_fat_g: 'transFatContent',
};

/** Returns the product as schema.org data. `category`: its name in the reader's language. */
export function buildProductJsonLd(
  product: Product,
  { root, category, texts }: { root: string; category: string | undefined; texts: Texts },
): object {
  const { name, gtin, brand, pictures, nutriments, country_of_origin: origin } = product;
  const address = root + pageAddressOf(product);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': address,
    url: address,
    name,
    ...(gtin === null ? {} : { gtin, hasGS1DigitalLink: `${root}/01/${gtin.padStart(14, '0')}` }),
    ...(brand === null ? {} : { brand: { '@type': 'Brand', name: brand } }),
    ...(category === undefined ? {} : { category }),
    ...(pictures.length === 0 ? {} : { image: pictures.map(({ urls }) => urls.full) }),
    ...(origin === null ? {} : { countryOfOrigin: { '@type': 'Country', name: origin } }),
    ...(nutriments === null ? {} : describeNutrition(product, nutriments, texts)),
  };
}

function describeNutrition(
  { nutrition_basis: basis, serving_size: serving }: Product,
  nutriments: NonNullable<Product['nutriments']>,
  texts: Texts,
): object {
  const servingSize = basis === 'serving' ? serving : basis?.replace(/(?=[a-z])/, ' ');
  const known = Object.entries(nutriments).filter(([key]) => Object.hasOwn(NUTRITION, key));
  const amounts = Object.entries(nutriments).map(([key, value]) => ({
    '@type': 'PropertyValue',
    propertyID: key,
    name: nameNutriment(key, texts),
    value,
    unitText: shownUnitOf(key),
    ...(basis === null ? {} : { description: texts.t(`product.basis.${basis}`) }),
  }));
  // Amounts without what they are for would say nothing.
  if (!servingSize || known.length === 0) return { additionalProperty: amounts };
  const table = {
    '@type': 'PropertyValue',
    propertyID: 'nutrition',
    name: texts.t('product.nutrition'),
    // `nutrition` is a property of recipes and menu items only.
    valueReference: {
      '@type': 'NutritionInformation',
      servingSize,
      ...Object.fromEntries(known.map(([key, value]) => [NUTRITION[key], `${value} ${shownUnitOf(key)}`])),
    },
  };
  return { additionalProperty: [table, ...amounts] };
}
