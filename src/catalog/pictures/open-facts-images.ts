import { OPEN_FACTS_NAMES, type OpenFactsHost } from '../../facts/registry/open-facts-hosts.ts';
import { DEMO_PICTURES } from './picture-address.ts';

/** The licence of its photographs by its terms of use; its data has a different licence. */
const LICENSE = 'CC BY-SA 3.0';

/**
 * Returns the address of a selected picture in full size. The folder is the code without leading zeros, padded to 13 digits
 * and split 3/3/3/rest.
 * @param imageId the subject and the language: `front_fr`
 */
export function buildImageAddress(
  host: OpenFactsHost,
  code: string,
  imageId: string,
  revision: number,
): string {
  const padded = code.replace(/^0+/, '').padStart(13, '0');
  const folder = padded.replace(/^(...)(...)(...)/, '$1/$2/$3/');
  return `https://images.${host}.org/images/products/${folder}/${imageId}.${revision}.full.jpg`;
}

/** Bounded, because results for addresses from strangers are cached. */
const ADDRESS =
  /^https:\/\/(?:images|static)\.(open(?:food|beauty|petfood|products)facts)\.org\/images\/products\/([\d/]{1,40})\/(([a-z]{1,20})(?:_([a-z]{2}))?)\.(\d{1,9})\.(?:100|200|400|full)\.jpg$/;

interface OpenFactsImage {
  host: OpenFactsHost;
  code: string;
  imageId: string;
  role: string;
  lang: string | null;
  revision: number;
}

/** Parses the address of a selected picture in any size. Returns undefined for any other address. */
export function readImageAddress(url: string): OpenFactsImage | undefined {
  const [, host, folder = '', imageId = '', role = '', lang, revision] = ADDRESS.exec(url) ?? [];
  if (host === undefined) return undefined;
  return {
    host: host as OpenFactsHost,
    code: folder.replaceAll('/', ''),
    imageId,
    role,
    lang: lang ?? null,
    revision: Number(revision),
  };
}

/** Returns a picture’s other sizes, licence and attribution, as its address determines them. */
export function describeImage(url: string): {
  urls: { 100: string | null; 200: string | null; 400: string | null; full: string };
  license?: string;
  attribution?: string;
} {
  if (url.startsWith(DEMO_PICTURES))
    return {
      urls: { 100: url, 200: url, 400: url, full: url },
      attribution: 'Drawing of the pack, no photograph',
    };
  const image = readImageAddress(url);
  if (!image) return { urls: { 100: null, 200: null, 400: null, full: url } };
  const inSize = (size: string) => url.replace(/[^.]+\.jpg$/, `${size}.jpg`);
  return {
    urls: { 100: inSize('100'), 200: inSize('200'), 400: inSize('400'), full: inSize('full') },
    license: LICENSE,
    attribution: `© ${OPEN_FACTS_NAMES[image.host]} contributors`,
  };
}
