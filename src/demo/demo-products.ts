import { buildNoFacts, FACT_LIST, type FactName, type ProductFacts } from '../facts/registry/fact-list.ts';
import type { ProvenanceField } from '../quality/quality-score.ts';
import { buildDemoBarcodes } from './demo-barcodes.ts';
import { listDemoItems, type DemoItem } from './demo-items.ts';
import { slugOf } from './demo-pictures.ts';
import { buildDemoPrices, scalePrice } from './demo-prices.ts';
import { buildDemoProduct, type DemoProduct } from './demo-product.ts';

/** Every fourth product lacks some facts, by one of these lists in turn, because real catalogues have gaps. */
const GAPS: ProvenanceField[][] = [
  ['country_of_origin', 'nutri_score'],
  ['ingredients_text', 'net_content'],
  ['nutriments', 'ingredients_text', 'attributes', 'country_of_origin'],
  ['country_of_origin', 'net_content', 'msrp'],
  ['brand', 'barcode', 'nutriments', 'attributes'],
];

/**
 * Builds all products of the demo catalogue, identical in each run.
 * @throws when a table cannot be read
 */
export function buildDemoProducts(): DemoProduct[] {
  const products: DemoProduct[] = [];
  const brands: string[] = [];
  const itemCounts = new Map<string, number>();
  for (const item of listDemoItems()) {
    const { line, size, firstSize } = item;
    if (!brands.includes(line.brand)) brands.push(line.brand);
    const serial = products.length;
    const itemNumber = (itemCounts.get(line.brand) ?? 0) + 1;
    itemCounts.set(line.brand, itemNumber);
    const product = buildDemoProduct(item);
    const isShort = line.hasShortBarcode === 'yes' && size === firstSize;
    product.barcodes = buildDemoBarcodes(serial, brands.indexOf(line.brand), itemNumber, isShort);
    product.prices = buildDemoPrices(serial, findPriceEur(item), slugOf(line.brand));
    if (serial % 4 === 3) {
      for (const field of GAPS[(serial >> 2) % GAPS.length]!) forget(product, field);
    }
    products.push(product);
  }
  return products;
}

function findPriceEur({ line, variety, size, firstSize }: DemoItem): number {
  const ownPrice = /\bprice=([\d.]+)/.exec(variety.facts ?? '')?.[1];
  const priceEur = ownPrice ? Number(ownPrice) : line.priceEur;
  return size && firstSize ? scalePrice(priceEur, firstSize, size) : priceEur;
}

function forget(product: DemoProduct, field: ProvenanceField): void {
  if (field === 'barcode') product.barcodes = [];
  else if (field === 'msrp') product.prices = [];
  else for (const name of [field, ...(GO_ALONG[field] ?? [])]) forgetFact(product.facts, name);
}

const GO_ALONG: Partial<Record<ProvenanceField, FactName[]>> = {
  ingredients_text: ['allergens'],
  nutriments: ['nutrition_basis', 'nutri_score'],
};

function forgetFact(facts: ProductFacts, name: FactName): void {
  const nothing = buildNoFacts();
  const parts = FACT_LIST.find(({ field }) => field === name)?.parts ?? [];
  for (const part of parts) Object.assign(facts, { [part]: nothing[part] });
}
