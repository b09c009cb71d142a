import {
  COVERAGE_FIELDS,
  type CoverageField,
  type CoverageKinds,
  type OperatorStats,
} from './operator-stats-contract.ts';

/** Counts of active products with one category and one tenth of the quality score. */
export interface ProductGroup {
  kind: string;
  isCategorized: boolean;
  /** Tenth of the score: 0 below 0.1, … 9 from 0.9. */
  bucket: number;
  products: number;
  scoreSum: number;
  filled: Record<Exclude<CoverageField, 'category'>, number>;
}

const FOOD_ONLY: ReadonlySet<CoverageField> = new Set([
  'nutriments',
  'nutrition_basis',
  'ingredients_text',
  'nutri_score',
]);

/** Returns quality by kind, and coverage of the whole catalogue. */
export function buildProductStats(groups: ProductGroup[]): Pick<OperatorStats, 'quality' | 'coverage'> {
  const kinds = [...new Set(groups.map(({ kind }) => kind))];
  return {
    quality: kinds.map((kind) => {
      const some = groups.filter((group) => group.kind === kind);
      const products = countProducts(some);
      const scoreSum = some.reduce((sum, group) => sum + group.scoreSum, 0);
      const buckets = Array.from({ length: 10 }, (_, bucket) =>
        countProducts(some.filter((group) => group.bucket === bucket)),
      );
      return { kind, products, average: divide(scoreSum, products), buckets };
    }),
    coverage: measureCoverage(groups),
  };
}

function measureCoverage(groups: ProductGroup[]): OperatorStats['coverage'] {
  return COVERAGE_FIELDS.map((field) => {
    const kinds = kindsOf(field);
    const concerned = groups.filter(
      ({ kind }) => kinds === 'all' || (kinds === 'food') === (kind === 'food'),
    );
    const products = countProducts(concerned);
    const filled = concerned.reduce((sum, group) => sum + countFilled(field, group), 0);
    return { field, applies_to: kinds, products, filled, share: divide(filled, products) };
  });
}

function kindsOf(field: CoverageField): CoverageKinds {
  if (FOOD_ONLY.has(field)) return 'food';
  return field === 'attributes' ? 'other' : 'all';
}

function countFilled(field: CoverageField, group: ProductGroup): number {
  if (field === 'category') return group.isCategorized ? group.products : 0;
  return group.filled[field];
}

function countProducts(groups: ProductGroup[]): number {
  return groups.reduce((sum, { products }) => sum + products, 0);
}

/** Returns the ratio with four decimals, or null for `whole` 0. */
function divide(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
}
