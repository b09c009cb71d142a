import { pageAddressOf } from '../../catalog/products/page-address.ts';
import type { ShownSummary } from '../../search/search-contract.ts';
import type { Texts } from '../texts/texts.ts';

/** Products that a search or a list found, in its order. */
export function ProductList({ items, texts }: { items: readonly ShownSummary[]; texts: Texts }) {
  return (
    <ul class="products">
      {items.map((item) => (
        <li key={item.id}>
          <a href={pageAddressOf(item)} lang={item.name_lang ?? undefined} dir="auto">
            {item.name}
          </a>
          <p>
            {item.brand !== null && <bdi>{item.brand}</bdi>}
            {item.country_of_origin !== null && <bdi>{texts.countryName(item.country_of_origin)}</bdi>}
          </p>
          <Quality score={item.quality_score} texts={texts} />
        </li>
      ))}
    </ul>
  );
}

/** The quality score of a product, as a bar and in per cent. */
export function Quality({ score, texts: { t, percent } }: { score: number; texts: Texts }) {
  return (
    <span class="quality">
      <meter
        min={0}
        max={1}
        low={0.4}
        high={0.6}
        optimum={1}
        value={score}
        aria-label={t('layout.quality')}
      />{' '}
      {percent(score)}
    </span>
  );
}
