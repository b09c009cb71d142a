import {
  buildQualityScore,
  PROVENANCE_FIELDS,
  type ProvenanceField,
  type QualityScore,
} from '../../quality/quality-score.ts';
import type { CatalogueContext } from './catalogue-context.ts';
import { buildNoFacts, type ProductFacts } from '../registry/fact-list.ts';

/** A product as writers read and change it: its row, its food details, and the suppliers of each field. */
export interface ProductState {
  id: string;
  brandId: string | null;
  categoryId: string | null;
  status: 'draft' | 'active' | 'archived';
  archiveReason: string | null;
  mergedIntoId: string | null;
  /** Incremented by each update. */
  version: number;
  /** By wire names, without brand and category, which are the ids above. */
  facts: StoredFacts;
  hasPrimaryBarcode: boolean;
  hasMsrp: boolean;
  suppliers: Suppliers;
  /** Overruled statements of sources. */
  claims: Claims;
}

/** All facts except those stored as ids. */
export type StoredFacts = Omit<ProductFacts, 'brand' | 'category'>;

/** Source ids by field: the suppliers of its current value. */
export type Suppliers = Partial<Record<ProvenanceField, string[]>>;

/** Overruled values: facts by wire name, by source id. A brand is stored by name, a category by code. */
export type Claims = Readonly<Record<string, Partial<ProductFacts>>>;

/** Returns a product without any facts. */
export function buildEmptyState(id: string): ProductState {
  return {
    id,
    brandId: null,
    categoryId: null,
    status: 'active',
    archiveReason: null,
    mergedIntoId: null,
    version: 1,
    facts: buildNoFacts(),
    hasPrimaryBarcode: false,
    hasMsrp: false,
    suppliers: {},
    claims: {},
  };
}

/** Returns whether the product is public. */
export function isInUse({ status, mergedIntoId }: ProductState): boolean {
  return status === 'active' && mergedIntoId === null;
}

/** Returns the archive kind. A product without a category, which only a draft can be, counts as `general`. */
export function archiveKindOf(state: ProductState, context: CatalogueContext): string {
  return context.categoryById.get(state.categoryId ?? '')?.archiveKind ?? 'general';
}

export function isFood(state: ProductState, context: CatalogueContext): boolean {
  return archiveKindOf(state, context) === 'food';
}

/** Returns the quality score to store with a state. */
export function buildStateScore(state: ProductState, context: CatalogueContext): number {
  return buildStateQuality(state, context).score;
}

/** Returns the quality of a state, part by part. */
export function buildStateQuality(state: ProductState, context: CatalogueContext): QualityScore {
  const archiveKind = archiveKindOf(state, context);
  const trustByField: Partial<Record<ProvenanceField, number[]>> = {};
  for (const field of PROVENANCE_FIELDS) {
    const trusts = state.suppliers[field]?.flatMap((id) => context.sourceById.get(id)?.trust ?? []);
    if (trusts) trustByField[field] = trusts;
  }
  // The facts come first: V8 copies an object as a whole only into an empty one. This runs for every imported row.
  return buildQualityScore({
    ...state.facts,
    archiveKind,
    hasPrimaryBarcode: state.hasPrimaryBarcode,
    hasBrand: state.brandId !== null,
    categoryCode: context.categoryById.get(state.categoryId ?? '')?.code ?? null,
    hasImageOrMsrp:
      state.facts.images.length > 0 ||
      state.facts.pictures.length > 0 ||
      Object.keys(state.facts.contributed_pictures).length > 0 ||
      state.hasMsrp,
    templateFields: context.templateByKind.get(archiveKind) ?? [],
    trustByField,
  });
}
