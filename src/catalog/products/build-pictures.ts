import type { StoredPicture } from '../../facts/registry/fact-list.ts';
import { describeImage } from './open-facts-images.ts';
import type { Picture } from './picture-contract.ts';
import type { ProductSource } from './product-contract.ts';

/**
 * Pictures as the public detail shows them.
 * @param sources of the product's facts, the most trusted first: the first that says the pictures is named for them
 */
export function buildPictures(
  pictures: readonly StoredPicture[],
  sources: readonly (ProductSource & { attribution: string | null })[],
): Picture[] {
  const source = pictures.length > 0 ? sources.find(({ fields }) => fields.includes('pictures')) : undefined;
  return pictures.map(({ role, lang, url, width, height }) => {
    const { urls, license, attribution } = describeImage(url);
    return {
      role,
      lang,
      urls,
      width,
      height,
      source: source?.code ?? null,
      license: license ?? source?.license ?? null,
      attribution: attribution ?? source?.attribution ?? null,
    };
  });
}
