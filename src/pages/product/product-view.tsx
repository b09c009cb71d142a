import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import type { Product } from '../../catalog/products/product-contract.ts';
import { crumbOf } from '../categories/find-trail.ts';
import { Breadcrumbs } from '../layout/breadcrumbs.tsx';
import type { Texts } from '../texts/texts.ts';
import { Allergens } from './allergens.tsx';
import { FactRows } from './facts/fact-rows.tsx';
import { readSayings } from './facts/sayings.ts';
import { Barcodes, Prices, Sources, Specifications } from './goods.tsx';
import { Ingredients } from './ingredients.tsx';
import { Nutrition } from './nutrition.tsx';
import { Pictures } from './pictures.tsx';
import { Scores } from './scores.tsx';

/** Everything that is known of a product, and who says it. `trail`: its category with all above it. */
export function ProductView({
  product,
  trail,
  texts,
}: {
  product: Product;
  trail: readonly CategoryNode[];
  texts: Texts;
}) {
  const { t, date } = texts;
  const sayings = readSayings(product);
  const category = trail.at(-1);
  const given = { product, sayings, texts };
  const isFood = product.archive_kind === 'food';
  const content = showContent(product, texts);
  return (
    <article class="product">
      <Breadcrumbs
        crumbs={[{ label: t('layout.categories'), address: '/categories' }, ...trail.map(crumbOf)]}
        texts={texts}
      />
      <h1 lang={product.name_lang ?? undefined} dir="auto">
        {product.name}
      </h1>
      <p class="below-title">
        {product.brand !== null && (
          <a href={`/brands?name=${encodeURIComponent(product.brand)}`}>
            <bdi>{product.brand}</bdi>
          </a>
        )}
        {content !== undefined && <span>{content}</span>}
      </p>
      <Pictures {...given} />
      <Scores {...given} />
      {isFood && <Allergens {...given} />}
      {isFood && (
        <div class="halves">
          <Nutrition {...given} />
          <Ingredients {...given} />
        </div>
      )}
      <Specifications {...given} />
      <section aria-labelledby="facts">
        <h2 id="facts">{t('product.facts')}</h2>
        <FactRows
          {...given}
          own={{
            category: category && <a href={`/category/${category.code}`}>{category.name}</a>,
            net_content: content,
          }}
        />
      </section>
      <Barcodes {...given} />
      <Prices {...given} />
      <Sources {...given} />
      <section class="card" aria-labelledby="better">
        <h2 id="better">{t('product.better')}</h2>
        <p>{t('product.betterText')}</p>
        <p>
          <a class="button" href={`/contribute?product=${product.id}`}>
            {t('product.correct')}
          </a>
        </p>
      </section>
      <p class="faint">{t('product.updated', { day: date(product.updated_at) })}</p>
    </article>
  );
}

function showContent(
  { net_content_value: value, net_content_unit: unit }: Product,
  { number, t }: Texts,
): string | undefined {
  if (value === null) return undefined;
  return `${number(value)} ${unit === 'pcs' ? t('product.pieces') : (unit ?? '')}`.trim();
}
