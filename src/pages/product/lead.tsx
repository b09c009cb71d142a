import type { AllergenState, Product } from '../../catalog/products/product-contract.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import { NUTRIENTS_WITH_LEVEL } from '../../facts/registry/nutriments-contract.ts';
import type { Texts } from '../texts/texts.ts';
import { Badges } from './badges.tsx';
import { Said } from './facts/said.tsx';
import type { FactSources } from './facts/fact-sources.ts';
import { Front } from './pictures.tsx';

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

/** Returns the most important facts: `High in sugars and saturated fat. Contains milk.` Empty if little is known. */
function summarize({ nutrient_levels: levels, allergen_states: states }: Product, texts: Texts): string {
  const { t, list } = texts;
  const nutrients = (wanted: 'high' | 'low') =>
    NUTRIENTS_WITH_LEVEL.filter((key) => levels?.[key] === wanted).map((key) =>
      t(`product.nutrients.${key}`),
    );
  const allergens = (wanted: AllergenState['state']) =>
    states.filter(({ state }) => state === wanted).map(({ allergen }) => nameInSentence(allergen, texts));
  const high = nutrients('high');
  const low = nutrients('low');
  const contained = allergens('contains');
  const traces = allergens('may_contain');
  return [
    ...(high.length > 0 ? [t('product.sentence.high', { list: list(high) })] : []),
    ...(high.length === 0 && low.length > 0 ? [t('product.sentence.low', { list: list(low) })] : []),
    ...(contained.length > 0 ? [t('product.sentence.contains', { list: list(contained) })] : []),
    ...(traces.length > 0 ? [t('product.sentence.traces', { list: list(traces) })] : []),
  ].join(' ');
}

/** German capitalizes nouns. */
function nameInSentence(code: string, { word, language }: Texts): string {
  const name = word('codes', code, code);
  return language === 'de' ? name : name.charAt(0).toLocaleLowerCase(language) + name.slice(1);
}
