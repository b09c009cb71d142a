import { fieldOf } from '../../facts/product-facts.ts';
import { TABLE_NAMES } from '../../facts/registry/fact-list.ts';
import { publicFieldsOf, publicNameOf } from '../../facts/public-fields.ts';
import { productSchema, type ProductSource } from './product-contract.ts';

/** `fields` and `claims` by the names of facts; `record_url` with a place for the barcode. */
export type SourceRow = ProductSource;

const PUBLIC_CLAIMS: ReadonlySet<string> = new Set([...Object.keys(productSchema.shape), 'category']);

/** Returns a source as the product shows it; `gtin` is the primary barcode, for the address of the source’s own record. */
export function showSource(source: SourceRow, gtin: string | null): ProductSource {
  const { id, code, name, license, license_url, attribution, trust, fields, record_url: template } = source;
  return {
    id,
    code,
    name,
    license,
    license_url,
    attribution,
    record_url: gtin === null ? null : (template?.replaceAll('{gtin}', gtin) ?? null),
    trust,
    fields: fields.flatMap(publicFieldsOf).toSorted(),
    claims: showClaims(source),
  };
}

/** Tables, and what is claimed with them: a source may supply some entries and see others replaced. */
const OF_TABLES: ReadonlySet<string> = new Set([...TABLE_NAMES, 'nutrition_basis']);

/** Returns a source’s claims by the product’s field names, without accepted values, which an older release left there. */
function showClaims({ claims, fields }: ProductSource): Record<string, unknown> {
  const shown = Object.entries(claims).filter(
    ([name]) => PUBLIC_CLAIMS.has(name) && (OF_TABLES.has(name) || !fields.includes(fieldOf(name))),
  );
  return Object.fromEntries(shown.map(([name, value]) => [publicNameOf(name), value]));
}
