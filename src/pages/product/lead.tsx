import type { Product } from '../../catalog/products/product-contract.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import type { Texts } from '../texts/texts.ts';
import { Badges } from './badges.tsx';
import { Said } from './facts/said.tsx';
import type { FactSources } from './facts/fact-sources.ts';
import { Front } from './pictures.tsx';
import { summarize } from './summary.ts';

/** From this length on, a name in the largest type would fill the screen. */
const LONG_NAME = 80;

/** The top of the page: picture, name, a one-sentence summary, and the scores. */
export function Lead({
  product,
  content,
  factSources,
  texts,
}: {
  product: Product;
  content: string;
  factSources: FactSources;
  texts: Texts;
}) {
  const sentence = summarize(product, texts);
  const otherBrands = (product.brands ?? []).filter((name) => name !== product.brand);
  return (
    <header class="lead">
      <Front product={product} texts={texts} />
      <div class="lead-words">
        {product.brand !== null && (
          <div class="brand">
            <a href={`/brands?name=${encodeURIComponent(product.brand)}`}>
              <bdi>{product.brand}</bdi>
            </a>
            <Said field="brand" factSources={factSources} texts={texts} />
            {otherBrands.length > 0 && (
              <span class="faint">
                <bdi>{otherBrands.join(', ')}</bdi>
              </span>
            )}
          </div>
        )}
        <h1
          class={product.name.length > LONG_NAME ? 'long' : undefined}
          lang={product.name_lang ?? undefined}
          dir="auto"
        >
          {product.name}
        </h1>
        <Said field="name" factSources={factSources} texts={texts} />
        {content !== '' && (
          <div class="content">
            <span>{content}</span>
            <Said field="net_content" factSources={factSources} texts={texts} />
          </div>
        )}
        {product.description !== undefined && product.description !== null && (
          <div class="content description">
            <span dir="auto">{product.description}</span>
            <Said field="description" factSources={factSources} texts={texts} />
          </div>
        )}
        {product.generic === true && (
          <p class="generic">{texts.word('facts', 'generic', FACTS.generic.label)}</p>
        )}
        {sentence !== '' && <p class="sentence">{sentence}</p>}
        <Badges product={product} factSources={factSources} texts={texts} />
      </div>
    </header>
  );
}
