import type { ProductSource } from '../../../catalog/products/product-contract.ts';
import type { Texts } from '../../texts/texts.ts';
import { FactValue } from './fact-value.tsx';
import type { Dispute, FactSources } from './fact-sources.ts';

/**
 * The source of a fact, as a small mark; where one source says everything, beside the name alone. Opened, it shows the source's licence and trust, and what other sources
 * claim. Renders nothing without a known source: `Sources` says so once.
 */
export function Said({
  field,
  isScore = false,
  dispute,
  factSources,
  texts,
}: {
  field: string;
  /** Marks a score that a source claims; none is computed here. */
  isScore?: boolean;
  /** The sources of one amount, in place of those of the fact. */
  dispute?: Dispute | undefined;
  factSources: FactSources;
  texts: Texts;
}) {
  const { t } = texts;
  const { isSaidOnce } = factSources;
  const { sources, others } = dispute ?? {
    sources: factSources.suppliersOf(field),
    others: factSources.otherClaimsOn(field),
  };
  if (sources.length === 0 && others.length === 0) return null;
  if (isSaidOnce && others.length === 0 && field !== 'name') return null;
  return (
    // A shared name, so that only one of them is open.
    <details class="said" name="said">
      <summary>
        {sources.map((source) => (
          <SourceMark key={source.id} source={source} />
        ))}
        <span class={isScore || isSaidOnce ? undefined : 'unseen'}>
          {t(isScore ? 'product.claimedBy' : isSaidOnce ? 'product.allSaidBy' : 'product.saidBy')}{' '}
        </span>
        <span class="who">
          {sources.length > 0 ? texts.list(sources.map(({ name }) => name)) : t('product.saidByNobody')}
        </span>
        {others.length > 0 && (
          <span class="otherwise">{t('product.othersSay', { count: others.length })}</span>
        )}
      </summary>
      <div class="panel">
        {sources.map((source) => (
          <Source key={source.id} source={source} texts={texts} />
        ))}
        {others.map(({ source, values }) => (
          <div key={source.id} class="other">
            <Source source={source} texts={texts} />
            <div class="claim">
              {Object.entries(values).map(([name, value]) => (
                <div key={name}>
                  <FactValue name={name} value={value} texts={texts} />
                </div>
              ))}
            </div>
          </div>
        ))}
        <p>
          <a href={factSources.correctionOf(field)} rel="nofollow">
            {t('product.correctFact')}
          </a>
        </p>
      </div>
    </details>
  );
}

const HUES = 6;

/** The initials of a source in its own colour. */
export function SourceMark({ source: { code, name } }: { source: Pick<ProductSource, 'code' | 'name'> }) {
  const hue = Array.from(code).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % HUES;
  const initials = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
  return (
    <span class={`source-mark hue-${hue}`} aria-hidden="true">
      {initials}
    </span>
  );
}

/** A source with its licence, under which the fact may be reused, and a link to its record. */
function Source({ source, texts: { t, percent } }: { source: ProductSource; texts: Texts }) {
  const { name, license, trust, record_url: record } = source;
  return (
    <p class="source">
      <SourceMark source={source} />
      <span>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="faint">
          {license ?? t('product.noLicense')} · {t('product.trust', { trust: percent(trust) })}
        </span>
        {record !== null && (
          <a href={record} rel="nofollow noreferrer">
            {t('product.record')}
          </a>
        )}
      </span>
    </p>
  );
}
