import { pageAddressOf } from '../../catalog/products/page-address.ts';
import { CARD_FIELDS, type ShownItem, type Highlights } from '../../search/search-contract.ts';
import { showPicture } from '../source-pictures/shown-address.ts';
import type { Texts } from '../texts/texts.ts';
import { iconOf } from './category-icon.ts';
import { showNetContent } from './net-content.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import type { Product } from '../../catalog/products/product-contract.ts';

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

/** A text with its matched parts marked. */
function Marked({ text, parts = [] }: { text: string; parts?: Highlights['name'] | undefined }) {
  let at = 0;
  const pieces = parts.map(({ start, length }) => {
    const before = text.slice(at, start);
    at = start + length;
    return (
      <>
        {before}
        <mark>{text.slice(start, at)}</mark>
      </>
    );
  });
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  );
}

const LETTERS = FACTS.nutri_score.value.options;

/** Rendered once per score, because a page shows one for each product. */
const STRIPS = new Map(
  LETTERS.map((score) => [
    score,
    `<span class="unseen">Nutri-Score ${score.toUpperCase()}</span>${LETTERS.map(
      (letter) =>
        `<span${letter === score ? ` class="own ${letter}"` : ''} aria-hidden="true">${letter.toUpperCase()}</span>`,
    ).join('')}`,
  ]),
);

/** The five letters of the Nutri-Score, small, with the product's own highlighted. */
function NutriStrip({ score }: { score: Product['nutri_score'] | undefined }) {
  const html = score && STRIPS.get(score);
  return html ? <span class="strip" dangerouslySetInnerHTML={{ __html: html }} /> : null;
}
