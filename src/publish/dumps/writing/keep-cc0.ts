import { publicFieldsOf, suppliesFact } from '../../../facts/public-fields.ts';
import { FACT_LIST, OTHER_TEXTS, type Fact } from '../../../facts/registry/fact-list.ts';
import type { Product } from '../../../catalog/products/product-contract.ts';
import type { UncountedSource } from '../../../catalog/sources/source-store.ts';

/** Returns whether a source is under CC0, by the name or the address of its licence. */
export function isCc0({ license, license_url }: Pick<UncountedSource, 'license' | 'license_url'>): boolean {
  return (
    /^CC0\b/i.test(license ?? '') || /creativecommons\.org\/publicdomain\/zero\//.test(license_url ?? '')
  );
}

/**
 * Returns the part of a product that sources under CC0 have supplied, by its provenance, or undefined. For a fact with an
 * exactly equal value in all sources, one supplier under CC0 is enough. If the value may be a mixture (tables) or another
 * source’s wording (similar texts and amounts), all its suppliers have to be under CC0.
 * @param freeIds ids of the sources under CC0 whose own statements about this product are known
 * @param freeGtins barcodes by which such a source names the product
 */
export function keepCc0(
  product: Product,
  freeIds: ReadonlySet<string>,
  freeGtins: ReadonlySet<string>,
): Partial<Product> | undefined {
  const saidBy = (field: string) =>
    product.sources.filter((source) => suppliesFact(source, field)).map(({ id }) => freeIds.has(id));
  const isKept = (fact: Fact): boolean => {
    // A fact without suppliers came along with another fact, whose suppliers count.
    const own = saidBy(fact.field);
    const by = own.length > 0 || fact.saidWith === undefined ? own : saidBy(fact.saidWith);
    const isPlain = !fact.isTable && fact.alike === undefined;
    return by.length > 0 && (isPlain ? by.some(Boolean) : by.every(Boolean));
  };
  const facts = FACT_LIST.filter(isKept);
  if (facts.length === 0) return undefined;
  const keys = new Set<string>(facts.flatMap(({ parts, derived = [] }) => [...parts, ...derived]));
  const fields = new Set<string>(facts.flatMap(({ field }) => publicFieldsOf(field)));
  const barcodes = product.barcodes.filter(({ gtin }) => freeGtins.has(gtin));
  const kept: Partial<Product> = {
    ...Object.fromEntries(Object.entries(product).filter(([key]) => keys.has(key))),
    ...keepTexts(product, keys),
    ...keepPictures(product, keys, freeIds),
    barcodes,
    sources: product.sources
      .filter(({ id }) => freeIds.has(id))
      .map((source) => ({
        ...source,
        record_url: product.gtin !== null && freeGtins.has(product.gtin) ? source.record_url : null,
        fields: source.fields.filter((field) => fields.has(field)),
        claims: {},
      })),
  };
  return {
    id: product.id,
    gtin: barcodes[0]?.gtin ?? null,
    ...kept,
    created_at: product.created_at,
    updated_at: product.updated_at,
  };
}

/** Keeps the pictures from sources under CC0. */
function keepPictures(
  { pictures, sources }: Product,
  keys: ReadonlySet<string>,
  freeIds: ReadonlySet<string>,
): Partial<Product> {
  if (!keys.has('pictures')) return {};
  const free = new Set(sources.filter(({ id }) => freeIds.has(id)).map(({ code }) => code));
  return { pictures: pictures.filter(({ source }) => source !== null && free.has(source)) };
}

/** Keeps the texts by language independently of the product’s own text, which they include. */
function keepTexts(product: Product, keys: ReadonlySet<string>): Partial<Product> {
  return Object.fromEntries(
    OTHER_TEXTS.flatMap(({ texts, text, lang }) => {
      const own = product[lang];
      const isOwnKept = keys.has(text) && keys.has(lang);
      const kept = Object.entries(product[texts]).filter(([language]) =>
        language === own ? isOwnKept : keys.has(texts),
      );
      return kept.length > 0 || keys.has(texts) ? [[texts, Object.fromEntries(kept)]] : [];
    }),
  );
}
