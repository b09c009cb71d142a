import { chooseFront } from '../../catalog/pictures/picture-address.ts';
import type { Picture } from '../../catalog/products/picture-contract.ts';
import type { Product } from '../../catalog/products/product-contract.ts';
import { MISSING_PICTURE } from '../source-pictures/missing-picture.ts';
import { showPicture } from '../source-pictures/shown-address.ts';
import type { Texts } from '../texts/texts.ts';

const SHOWN_PX = 400;

/** The front of a product, or the placeholder that also stands for a picture which its host has lost. */
export function Front({ product: { pictures, name }, texts }: { product: Product; texts: Texts }) {
  const front = chooseFront(pictures);
  if (front) return <Figure picture={front} name={name} loading="eager" texts={texts} />;
  return (
    <figure class="no-picture">
      <span dangerouslySetInnerHTML={{ __html: MISSING_PICTURE }} />
      <figcaption>{texts.t('product.noPicture')}</figcaption>
    </figure>
  );
}

/** All other pictures. */
export function MorePictures({ product: { pictures, name }, texts }: { product: Product; texts: Texts }) {
  const front = chooseFront(pictures);
  const others = pictures.filter((picture) => picture !== front);
  if (others.length === 0) return null;
  return (
    <div class="pictures" tabIndex={0} role="group" aria-label={texts.word('facts', 'images', 'Pictures')}>
      {others.map((picture) => (
        <Figure key={picture.urls.full} picture={picture} name={name} loading="lazy" texts={texts} />
      ))}
    </div>
  );
}

/** A picture with its author and licence; a link if its host is not fetched from. */
function Figure({
  picture,
  name,
  loading,
  texts: { t },
}: {
  picture: Picture;
  name: string;
  loading: 'eager' | 'lazy';
  texts: Texts;
}) {
  const alt = t('product.picture', { role: t(`product.roles.${picture.role}`), name });
  const shown = showPicture(picture.urls[SHOWN_PX] ?? picture.urls.full);
  const about = [picture.attribution, picture.license].filter((text) => text !== null).join(', ');
  return (
    <figure>
      <a href={picture.urls.full}>
        {shown === null ? alt : <img src={shown} alt={alt} loading={loading} {...shownSize(picture)} />}
      </a>
      <figcaption>
        {t(`product.roles.${picture.role}`)}
        {about !== '' && <span class="faint"> {about}</span>}
      </figcaption>
    </figure>
  );
}

/** Reserves the space, so that nothing moves when the picture loads. */
function shownSize({ width, height }: Picture): { width?: number; height?: number } {
  if (width === null || height === null) return {};
  const scale = Math.min(1, SHOWN_PX / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
