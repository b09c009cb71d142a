import type { Product } from '../../../catalog/products/product-contract.ts';
import { showSpecification } from '../../texts/show-specification.ts';
import type { Texts } from '../../texts/texts.ts';
import type { FactSources } from '../facts/fact-sources.ts';
import { SectionHead } from '../section-head.tsx';

interface Given {
  product: Product;
  factSources: FactSources;
  texts: Texts;
}

/** The specifications of a non-food product, by its kind's template. */
export function Specifications({ product: { specifications }, factSources, texts }: Given) {
  if (specifications.length === 0) return null;
  return (
    <section aria-labelledby="specifications">
      <SectionHead
        id="specifications"
        title={texts.t('product.specifications')}
        field="attributes"
        factSources={factSources}
        texts={texts}
      />
      <dl class="table">
        {specifications.map((specification) => (
          <div key={specification.key}>
            <dt>{specification.label}</dt>
            <dd>
              <bdi>{showSpecification(specification, texts)}</bdi> {specification.unit}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
