import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import type { Comparison } from '../../catalog/category-comparison/comparison-contract.ts';
import type { Product } from '../../catalog/products/product-contract.ts';
import { crumbOf } from '../categories/find-trail.ts';
import { Breadcrumbs } from '../layout/breadcrumbs.tsx';
import { showNetContent } from '../layout/net-content.ts';
import { ProductList, Quality } from '../layout/product-list.tsx';
import type { Texts } from '../texts/texts.ts';
import { Barcodes } from './goods/barcodes.tsx';
import { Food } from './food.tsx';
import { FactRows } from './facts/fact-rows.tsx';
import { readFactSources } from './facts/fact-sources.ts';
import { Lead } from './lead.tsx';
import { MorePictures } from './pictures.tsx';
import { Prices } from './goods/prices.tsx';
import { Sources } from './goods/sources.tsx';
import { Specifications } from './goods/specifications.tsx';

/**
 * Everything known about a product, with sources. `trail`: its category and ancestors. `comparison`: with its food
 * category. `address`: the page's address, for sharing.
 */
export function ProductView({
  product,
  trail,
  comparison,
  address,
  texts,
}: {
  product: Product;
  trail: readonly CategoryNode[];
  comparison: Comparison | undefined;
  address: string;
  texts: Texts;
}) {
  const { t, date } = texts;
  const factSources = readFactSources(product);
  const category = trail.at(-1);
  const given = { product, factSources, texts };
  const compared = trail.find(({ code }) => code === comparison?.category_code)?.name;
  const isFood = product.archive_kind === 'food';
  const content = showNetContent(product, texts);
  return (
    <article class="product">
      <Breadcrumbs
        crumbs={[{ label: t('layout.categories'), address: '/categories' }, ...trail.map(crumbOf)]}
        texts={texts}
      />
      <Lead {...given} content={content} />
      {isFood && <Food {...given} comparison={comparison} category={compared} />}
      {compared !== undefined && comparison && comparison.better_in_category.length > 0 && (
        <section aria-labelledby="in-category">
          <h2 id="in-category">{t('product.betterInCategory', { category: compared })}</h2>
          <ProductList items={comparison.better_in_category} texts={texts} />
        </section>
      )}
      <Specifications {...given} />
      <MorePictures {...given} />
      <FactRows
        {...given}
        product={withoutRepeats(product)}
        own={{ category: category && <a href={`/category/${category.code}`}>{category.name}</a> }}
      />
      <div class="halves">
        <Barcodes {...given} />
        <Prices {...given} />
      </div>
      <div class="halves">
        <Sources {...given} />
        <section class="card" aria-labelledby="better">
          <h2 id="better">{t('product.better')}</h2>
          <p>{t('product.betterText')}</p>
          <p>
            <a class="button" href={`/contribute?product=${product.id}`}>
              {t('product.correct')}
            </a>
          </p>
          <p class="faint">
            {t('layout.quality')}: <Quality score={product.quality_score} texts={texts} />{' '}
            <a href={`/product/id/${product.id}/quality`}>{t('product.why')}</a>
          </p>
          <p class="share">
            <span>{t('product.share')}:</span> <code id="address">{address}</code>
            <button type="button" class="plain" hidden data-copies="#address" data-copied={t('form.copied')}>
              {t('form.copy')}
            </button>
            <span role="status" class="faint" />
          </p>
          <p class="faint">{t('product.updated', { day: date(product.updated_at) })}</p>
        </section>
      </div>
    </article>
  );
}

/** Omits names that the page shows above: the product's own, and the legal name used as description. */
function withoutRepeats(product: Product): Product {
  const { name, name_lang: lang, names, generic_names: genericNames, description } = product;
  const others = Object.entries(names).filter(([code, text]) => code !== lang || text !== name);
  const legal = Object.entries(genericNames).filter(([, text]) => text !== description);
  return { ...product, names: Object.fromEntries(others), generic_names: Object.fromEntries(legal) };
}
