import type { StoredPicture } from '../../facts/registry/fact-list.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import { listSizes } from './picture-address.ts';
import { describeImage } from './open-facts-images.ts';
import type { Picture } from '../products/picture-contract.ts';
import type { ProductSource } from '../products/product-contract.ts';

/**
 * Returns pictures for the public detail: external ones by address, then submitted ones.
 * @param sources of the product's facts, most trusted first; the first supplier of pictures is named as their source
 */
export function buildPictures(
  pictures: readonly StoredPicture[],
  contributed: Readonly<Record<string, StoredPicture>>,
  sources: readonly ProductSource[],
): Picture[] {
  const sourceOf = (field: string) => sources.find(({ fields }) => fields.includes(field));
  const source = pictures.length > 0 ? sourceOf('pictures') : undefined;
  const own = Object.values(contributed);
  const contributor = own.length > 0 ? sourceOf('contributed_pictures') : undefined;
  const { roles } = FACTS.contributed_pictures.value;
  return [
    ...pictures.map((picture) => {
      const { urls, license, attribution } = describeImage(picture.url);
      const shown = describe(picture, urls, source);
      return { ...shown, license: license ?? shown.license, attribution: attribution ?? shown.attribution };
    }),
    ...own
      .toSorted((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role))
      .map((picture) => describe(picture, listSizes(picture.url), contributor)),
  ];
}

function describe(
  { role, lang, width, height }: StoredPicture,
  urls: Picture['urls'],
  source: ProductSource | undefined,
): Picture {
  return {
    role,
    lang,
    urls,
    width,
    height,
    source: source?.code ?? null,
    license: source?.license ?? null,
    attribution: source?.attribution ?? null,
  };
}
