import type { Picture } from '../../catalog/products/picture-contract.ts';
import type { ProductPart } from '../../catalog/products/product-contract.ts';
import { PICTURE_ROLES } from '../../facts/registry/fact-codes.ts';

/** Their names of the sizes of a picture, and ours. */
const SIZES = { '': 400, small: 200, thumb: 100 } as const;

const addressOf = ({ urls }: Picture, size: keyof typeof SIZES) => urls[SIZES[size]] ?? urls.full;

/** Returns the picture of this role, in the product's language if there is one. */
function findPicture({ pictures = [], name_lang }: ProductPart, role: string): Picture | undefined {
  const ofRole = pictures.filter((one) => one.role === role);
  return ofRole.find(({ lang }) => lang === name_lang) ?? ofRole[0];
}

interface ImageField {
  name: string;
  role: string;
  size: keyof typeof SIZES;
}

/** `image_url`, which is that of the front, `image_front_url`, `image_front_small_url`, … */
export const IMAGE_FIELDS: readonly ImageField[] = [
  { role: 'front', prefix: 'image' },
  ...PICTURE_ROLES.map((role) => ({ role, prefix: `image_${role}` })),
].flatMap(({ role, prefix }) =>
  (Object.keys(SIZES) as (keyof typeof SIZES)[]).map((size) => ({
    name: `${prefix}${size && `_${size}`}_url`,
    role,
    size,
  })),
);

export function renderImage(product: ProductPart, { role, size }: ImageField): string | undefined {
  const picture = findPicture(product, role);
  return picture && addressOf(picture, size);
}

/** By role, size and language. */
export function renderSelectedImages({ pictures = [], name_lang }: ProductPart): Record<string, unknown> {
  const selected: Record<string, Record<string, Record<string, string>>> = {};
  for (const picture of pictures) {
    const ofRole = (selected[picture.role] ??= { display: {}, small: {}, thumb: {} });
    const lang = picture.lang ?? name_lang ?? 'xx';
    for (const [size, name] of [
      ['', 'display'] as const,
      ['small', 'small'] as const,
      ['thumb', 'thumb'] as const,
    ])
      ofRole[name] = { [lang]: addressOf(picture, size), ...ofRole[name] };
  }
  return selected;
}
