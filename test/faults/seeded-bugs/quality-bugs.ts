import type { SeededBug } from './seeded-bug.ts';

/** The parts of the score, and when it is computed. */
export const QUALITY_BUGS: SeededBug[] = [
  {
    name: 'a price of zero counts when it is entered',
    file: 'src/catalog/products/change-product.ts',
    from: '||= msrp.amount > 0',
    to: '||= true',
    test: 'test/integration/submissions/price-of-zero.test.ts',
    named: 'a price of zero adds nothing to the score',
  },
  {
    name: 'a price of zero counts at the next change',
    file: 'src/facts/state/product-state-store.ts',
    from: 'm.product_id = p.id and m.amount > 0',
    to: 'm.product_id = p.id',
    test: 'test/integration/submissions/price-of-zero.test.ts',
    named: 'a price of zero adds nothing to the score',
  },
  {
    name: 'a price that is gone still counts',
    file: 'src/catalog/msrp/msrp-admin-routes.ts',
    from: 'hasMsrp: hasShown',
    to: 'hasMsrp: before.hasMsrp',
    test: 'test/integration/submissions/price-of-zero.test.ts',
    named: 'a price of zero adds nothing to the score',
  },
  {
    name: 'ties are rounded up',
    file: 'src/quality/quality-score.ts',
    from: 'Math.ceil(value * scale - 0.5 - 1e-9)',
    to: 'Math.floor(value * scale + 0.5)',
    test: 'test/unit/quality/quality-score.test.ts',
    named: 'the worked figures',
  },
  {
    name: 'trust without its cap',
    file: 'src/quality/quality-score.ts',
    from: 'Math.min(HIGHEST_TRUST, 1 - doubt)',
    to: '1 - doubt',
    test: 'test/unit/quality/quality-score.test.ts',
    named: 'trust',
  },
  {
    name: 'a recomputation goes over the same products again',
    file: 'src/quality/recompute/recompute-batch.ts',
    from: 'cursor: last,',
    to: 'cursor: ids[0] ?? last,',
    test: 'test/integration/quality/quality-recompute.test.ts',
    named: 'go through every product once',
  },
];
