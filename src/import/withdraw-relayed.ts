import { CLAIMED_FACTS, setClaim } from '../facts/claims.ts';
import type { FactName } from '../facts/registry/fact-list.ts';
import type { ProductState } from '../facts/state/product-state.ts';
import { sourceOf, type ImportContext } from './import-context.ts';
import type { ImportRecord } from './import-record.ts';

type FieldSources = ImportRecord['fieldSources'];

/**
 * Returns the product without what an earlier row said of fields for which this row names another source. A value that
 * nobody else supplied is now this source's, so that the row may replace it.
 * @param earlier the sources that the earlier row named, and that no other row speaks for
 */
export function withdrawRelayed(
  product: ProductState,
  record: Pick<ImportRecord, 'fieldSources'>,
  earlier: FieldSources,
  context: ImportContext,
): ProductState {
  const suppliers = { ...product.suppliers };
  let { claims } = product;
  for (const field of Object.keys({ ...earlier, ...record.fieldSources }) as FactName[]) {
    const { id } = sourceOf(field, record, context);
    const former = [context.sourceId, sourceOf(field, { fieldSources: earlier }, context).id].filter(
      (one) => one !== id,
    );
    const said = suppliers[field];
    if (said?.some((one) => former.includes(one))) {
      const others = said.filter((one) => !former.includes(one));
      suppliers[field] = others.length > 0 ? others : [id];
    }
    const fact = CLAIMED_FACTS.find((one) => one.field === field);
    if (fact) for (const one of former) claims = setClaim(claims, one, fact, undefined);
  }
  return { ...product, suppliers, claims };
}

/** Returns the sources that a row named, without those of these codes. */
export function listRelayed(named: FieldSources | null, codes: readonly string[] = []): FieldSources {
  return Object.fromEntries(Object.entries(named ?? {}).filter(([, code]) => !codes.includes(code)));
}
