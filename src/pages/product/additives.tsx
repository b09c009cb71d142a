import type { Product } from '../../catalog/products/product-contract.ts';
import { classOfAdditive } from '../../data/names/additive-classes.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import type { Texts } from '../texts/texts.ts';
import type { FactSources } from './facts/fact-sources.ts';
import { SectionHead } from './section-head.tsx';

/** E numbers, with name and function if known. */
export function Additives({
  product: { additives },
  factSources,
  texts,
}: {
  product: Product;
  factSources: FactSources;
  texts: Texts;
}) {
  if (additives.length === 0) return null;
  return (
    <section aria-labelledby="additives">
      <SectionHead
        id="additives"
        title={texts.word('facts', 'additives', FACTS.additives.label)}
        field="additives"
        factSources={factSources}
        texts={texts}
      />
      <ul class="additives">
        {additives.map((code) => {
          const purpose = classOfAdditive(code);
          return (
            <li key={code}>
              <code>{code.charAt(0).toUpperCase() + code.slice(1)}</code>{' '}
              <span>{texts.codeName('additives', code)}</span>{' '}
              {purpose && <span class="faint">{texts.t(`product.classes.${purpose}`)}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
