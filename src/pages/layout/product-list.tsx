import { pageAddressOf } from '../../catalog/products/page-address.ts';
import type { ShownSummary } from '../../search/search-contract.ts';
import type { Texts } from '../texts/texts.ts';
import { Quality } from './quality.tsx';

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
