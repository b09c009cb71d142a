import type { Product } from '../../catalog/products/product-contract.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import { Quality } from '../layout/quality.tsx';
import type { Texts } from '../texts/texts.ts';
import { Said } from './facts/said.tsx';
import type { Sayings } from './facts/sayings.ts';

/** The Nutri-Score and the quality score. */
export function Scores({ product, sayings, texts }: { product: Product; sayings: Sayings; texts: Texts }) {
  const { t } = texts;
  const { id, nutri_score: score } = product;
  return (
    <dl class="scores">
      {score !== null && (
        <div>
          <dt>Nutri-Score</dt>
          <dd>
            <span class="unseen">{score.toUpperCase()}</span>
            <span class="nutri-score" aria-hidden="true">
              {FACTS.nutri_score.value.options.map((letter) => (
                <span key={letter} class={letter === score ? `of ${letter}` : undefined}>
                  {letter.toUpperCase()}
                </span>
              ))}
            </span>
            <Said field="nutri_score" sayings={sayings} texts={texts} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('layout.quality')}</dt>
        <dd>
          <Quality score={product.quality_score} texts={texts} />
          <p class="said">
            <a href={`/api/v1/products/${id}/quality`}>{t('product.why')}</a>
          </p>
        </dd>
      </div>
    </dl>
  );
}
