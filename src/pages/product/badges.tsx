import type { ComponentChildren } from 'preact';
import type { Product } from '../../catalog/products/product-contract.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import type { Texts } from '../texts/texts.ts';
import { Said } from './facts/said.tsx';
import type { FactSources } from './facts/fact-sources.ts';

interface Given {
  product: Product;
  factSources: FactSources;
  texts: Texts;
}

/** Scores that sources claim, drawn by this service; none is computed here. */
export function Badges({ product, factSources, texts }: Given) {
  const { nutri_score: nutri, nova_group: nova, environmental_score: environment } = product;
  if (nutri === null && nova === null && environment === null) return null;
  const { word, t } = texts;
  return (
    <>
      <ul class="badges">
        {nutri !== null && (
          <Badge title="Nutri-Score" field="nutri_score" factSources={factSources} texts={texts}>
            <Scale letters={FACTS.nutri_score.value.options} own={nutri} />
          </Badge>
        )}
        {nova !== null && (
          <Badge title="NOVA" field="nova_group" factSources={factSources} texts={texts}>
            <span class={`nova nova-${nova}`}>{nova}</span>
            <span>{t(`product.novaGroups.${nova as 1}`)}</span>
          </Badge>
        )}
        {environment !== null && (
          <Badge
            title={word('facts', 'environmental_score', FACTS.environmental_score.label)}
            field="environmental_score"
            factSources={factSources}
            texts={texts}
          >
            <Scale letters={FACTS.environmental_score.value.options} own={environment} />
          </Badge>
        )}
      </ul>
      {factSources.isSaidOnce && <p class="faint">{t('product.claimed')}</p>}
    </>
  );
}

function Badge({
  title,
  field,
  factSources,
  texts,
  children,
}: Omit<Given, 'product'> & { title: string; field: string; children: ComponentChildren }) {
  return (
    <li>
      <strong>{title}</strong>
      <span class="score">{children}</span>
      <Said field={field} isScore factSources={factSources} texts={texts} />
    </li>
  );
}

/** All letters of a score, with the product's own highlighted. */
function Scale({ letters, own }: { letters: readonly string[]; own: string }) {
  const show = (letter: string) => letter.replace('-plus', '+').toUpperCase();
  return (
    <>
      <span class="unseen">{show(own)}</span>
      <span class="scale" aria-hidden="true">
        {letters.map((letter) => (
          <span key={letter} class={letter === own ? `own ${letter}` : undefined}>
            {show(letter)}
          </span>
        ))}
      </span>
    </>
  );
}
