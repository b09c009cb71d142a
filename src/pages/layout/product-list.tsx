import { pageAddressOf } from '../../catalog/products/page-address.ts';
import { CARD_FIELDS, type ShownItem } from '../../search/search-contract.ts';
import { showPicture } from '../source-pictures/shown-address.ts';
import type { Texts } from '../texts/texts.ts';
import { iconOf } from './category-icon.ts';
import { Marked } from './marked.tsx';
import { showNetContent } from './net-content.ts';
import { NutriStrip } from './nutri-strip.tsx';

/** The fields that a search must request for a product list. */
export const LISTED_FIELDS = ['name_lang', 'brand', 'category_path', 'score', ...CARD_FIELDS].join(',');

export type ListedProduct = Pick<
  ShownItem,
  | 'id'
  | 'gtin'
  | 'name'
  | 'name_lang'
  | 'brand'
  | 'category_path'
  | 'nutri_score'
  | 'net_content_value'
  | 'net_content_unit'
  | 'thumbnail'
  | 'highlights'
>;

const THUMBNAIL_PX = 200;

/** The pictures of the first row load eagerly: one of them is usually the largest element of the first screen. */
const AT_ONCE = 4;

/** A list of products in the given order. `isOnTop`: nothing tall is above them. */
export function ProductList({
  items,
  isOnTop = false,
  texts,
}: {
  items: readonly ListedProduct[];
  isOnTop?: boolean;
  texts: Texts;
}) {
  const looks = items.map((item) => [item.name, item.brand, showNetContent(item, texts)].join('\n'));
  return (
    <ul class="products">
      {items.map((item, place) => (
        <li key={item.id}>
          <span class={`thumb icon-${iconOf(item.category_path)}`}>
            <Thumbnail address={item.thumbnail} isLazy={!isOnTop || place >= AT_ONCE} />
          </span>
          <div>
            <a href={pageAddressOf(item)} lang={item.name_lang ?? undefined} dir="auto">
              <Marked text={item.name} parts={item.highlights?.name} />
            </a>
            <p>
              {item.brand !== null && (
                <bdi>
                  <Marked text={item.brand} parts={item.highlights?.brand} />
                </bdi>
              )}{' '}
              <span>{showNetContent(item, texts)}</span>
              {/* What tells it from another one that looks the same. */}
              {looks.filter((look) => look === looks[place]).length > 1 && item.gtin && (
                <span class="faint">{item.gtin}</span>
              )}
            </p>
            <NutriStrip score={item.nutri_score} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ address, isLazy }: { address: string | null | undefined; isLazy: boolean }) {
  const shown = address ? showPicture(address) : null;
  if (shown === null) return null;
  return (
    <img src={shown} alt="" width={THUMBNAIL_PX} height={THUMBNAIL_PX} loading={isLazy ? 'lazy' : 'eager'} />
  );
}

/** A product's quality score, as a bar and in per cent. */
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
