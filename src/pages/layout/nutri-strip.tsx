import { FACTS } from '../../facts/registry/fact-registry.ts';
import type { Product } from '../../catalog/products/product-contract.ts';

const LETTERS = FACTS.nutri_score.value.options;

/** Rendered once per score, because a page shows one for each product. */
const STRIPS = new Map(
  LETTERS.map((score) => [
    score,
    `<span class="unseen">Nutri-Score ${score.toUpperCase()}</span>${LETTERS.map(
      (letter) =>
        `<span${letter === score ? ` class="own ${letter}"` : ''} aria-hidden="true">${letter.toUpperCase()}</span>`,
    ).join('')}`,
  ]),
);

/** The five letters of the Nutri-Score, small, with the product's own highlighted. */
export function NutriStrip({ score }: { score: Product['nutri_score'] | undefined }) {
  const html = score && STRIPS.get(score);
  return html ? <span class="strip" dangerouslySetInnerHTML={{ __html: html }} /> : null;
}
