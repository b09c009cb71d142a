import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import type { Product } from '../../catalog/products/product-contract.ts';
import { crumbOf } from '../categories/find-trail.ts';
import { Breadcrumbs } from '../layout/breadcrumbs.tsx';
import type { Texts } from '../texts/texts.ts';
import { Allergens } from './allergens.tsx';
import { FactRows } from './facts/fact-rows.tsx';
import { readSayings, type Sayings } from './facts/sayings.ts';
import { Barcodes, Prices, Sources, Specifications } from './goods.tsx';
import { Ingredients } from './ingredients.tsx';
import { Nutrition } from './nutrition.tsx';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import { Said } from './facts/said.tsx';
import type { Picture } from '../../catalog/products/picture-contract.ts';
import { Quality } from '../layout/product-list.tsx';

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

/** The Nutri-Score and the quality score. */
function Scores({ product, sayings, texts }: { product: Product; sayings: Sayings; texts: Texts }) {
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

const SHOWN_PX = 400;

/** Pictures from where their sources have them, each with whom it is from and its licence. */
function Pictures({ product: { pictures, name }, texts }: { product: Product; texts: Texts }) {
  const { t } = texts;
  if (pictures.length === 0) return null;
  return (
    <div class="pictures">
      {pictures.map((picture, place) => {
        const about = [picture.attribution, picture.license].filter((text) => text !== null).join(', ');
        return (
          <figure key={picture.urls.full}>
            <a href={picture.urls.full}>
              <img
                src={picture.urls[SHOWN_PX] ?? picture.urls.full}
                alt={t('product.picture', { role: t(`product.roles.${picture.role}`), name })}
                loading={place === 0 ? 'eager' : 'lazy'}
                referrerpolicy="no-referrer"
                {...shownSize(picture)}
              />
            </a>
            <figcaption>
              {t(`product.roles.${picture.role}`)}
              {about !== '' && <span class="faint"> {about}</span>}
            </figcaption>
          </figure>
        );
      })}
    </div>
  );
}

/** So that nothing moves when it comes. */
function shownSize({ width, height }: Picture): { width?: number; height?: number } {
  if (width === null || height === null) return {};
  const scale = Math.min(1, SHOWN_PX / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
