import { FACTS } from '../../facts/registry/fact-registry.ts';
import type { Product } from '../../catalog/products/product-contract.ts';

/** The five letters of the Nutri-Score, small, with the product's own in its colour. */
export function NutriStrip({ score }: { score: Product['nutri_score'] | undefined }) {
  if (!score) return null;
  return (
    <span class="strip">
      <span class="unseen">Nutri-Score {score.toUpperCase()}</span>
      {FACTS.nutri_score.value.options.map((letter) => (
        <span key={letter} class={letter === score ? `own ${letter}` : undefined} aria-hidden="true">
          {letter.toUpperCase()}
        </span>
      ))}
    </span>
  );
}
