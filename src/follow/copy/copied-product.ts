import { readForeignAddress } from '../../catalog/pictures/picture-address.ts';
import type { Product } from '../../catalog/products/product-contract.ts';
import type { ProductRecord } from '../../catalog/products/product-record-contract.ts';
import type { CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { PART_LIST } from '../../facts/registry/fact-list.ts';
import { suppliesFact } from '../../facts/public-fields.ts';
import {
  buildEmptyState,
  type Claims,
  type ProductState,
  type StoredFacts,
  type Suppliers,
} from '../../facts/state/product-state.ts';
import { PROVENANCE_FIELDS } from '../../quality/quality-score.ts';

/** A product as the leader shows it, with further data for a copy: an item of the change feed or a line of a dump. */
export interface CopiedProduct {
  product: Product;
  version: number;
  record: ProductRecord;
}

/** A product refers to missing reference data, because one was read before the other changed. */
export class UnknownReference extends Error {}

/**
 * Converts a public product to the state that the catalogue stores.
 * @throws UnknownReference
 */
export function buildCopiedState(
  { product, version, record }: CopiedProduct,
  context: CatalogueContext,
): ProductState {
  const category = context.categoryByCode.get(product.category_code ?? '');
  if (!category)
    throw new UnknownReference(`the category ${product.category_code} of ${product.id} is not known`);
  const source = product.sources.find(({ id }) => !context.sourceById.has(id));
  if (source) throw new UnknownReference(`the source ${source.code} of ${product.id} is not known`);
  return {
    ...buildEmptyState(product.id),
    facts: readCopiedFacts({ product, record }),
    version,
    brandId: record.brand?.id ?? null,
    categoryId: category.id,
    suppliers: readSuppliers(product),
    claims: readClaims(product),
    hasPrimaryBarcode: product.gtin !== null,
    hasMsrp: product.msrp.length > 0,
  };
}

/** Returns a product's facts in their stored form. */
export function readCopiedFacts({ product, record }: Pick<CopiedProduct, 'product' | 'record'>): StoredFacts {
  const stored = buildEmptyState(product.id).facts;
  const facts = stored as unknown as Record<string, unknown>;
  const shown: Readonly<Record<string, unknown>> = product;
  for (const { name, stored: place } of PART_LIST)
    if (place !== 'id' && name in shown) facts[name] = shown[name];
  Object.assign(facts, record.facts, {
    names: dropMainText(product.names, product.name_lang),
    ingredients_texts: dropMainText(product.ingredients_texts, product.ingredients_lang),
  });
  // The leader also lists contributed pictures here, which `record` already has.
  const contributed = new Set(Object.values(stored.contributed_pictures).map(({ url }) => url));
  stored.pictures = product.pictures
    .filter(({ urls }) => !contributed.has(urls.full))
    .map(({ role, lang, urls, width, height }) => {
      return { role, lang, url: readForeignAddress(urls.full), width, height };
    });
  return stored;
}

/**
 * Removes the text in the main language, which an answer adds at the end. A text at another place was stored, and
 * stays, so that the copy answers in the same order.
 */
function dropMainText(texts: Record<string, string>, lang: string | null): Record<string, string> {
  if (lang === null || Object.keys(texts).at(-1) !== lang) return texts;
  const { [lang]: _main, ...others } = texts;
  return others;
}

function readSuppliers({ sources }: Product): Suppliers {
  const suppliers: Suppliers = {};
  for (const field of PROVENANCE_FIELDS) {
    const ids = sources.filter((source) => suppliesFact(source, field)).map(({ id }) => id);
    if (ids.length > 0) suppliers[field] = ids;
  }
  return suppliers;
}

/** Returns the overruled claims by source id. */
export function readClaims({ sources }: Pick<Product, 'sources'>): Claims {
  const claimed = sources.filter(({ claims }) => Object.keys(claims).length > 0);
  return Object.fromEntries(
    claimed.map(({ id, claims }) => [
      id,
      Object.fromEntries(
        Object.entries(claims).map(([name, value]) => [name === 'category_code' ? 'category' : name, value]),
      ),
    ]),
  );
}
