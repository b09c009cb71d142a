import type { Product } from '../../catalog/products/product-contract.ts';
import type { Picture } from '../../catalog/products/picture-contract.ts';
import type { Texts } from '../texts/texts.ts';

const SHOWN_PX = 400;

/** Pictures from where their sources have them, each with whom it is from and its licence. */
export function Pictures({ product: { pictures, name }, texts }: { product: Product; texts: Texts }) {
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
