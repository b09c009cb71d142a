/** Open Food Facts and its sisters, by the host of their pictures. */
const NAMES = {
  openfoodfacts: 'Open Food Facts',
  openbeautyfacts: 'Open Beauty Facts',
  openpetfoodfacts: 'Open Pet Food Facts',
  openproductsfacts: 'Open Products Facts',
} as const;

export type OpenFactsHost = keyof typeof NAMES;

/** Of photographs there, by its terms of use; the data beside them is under another one. */
const LICENSE = 'CC BY-SA 3.0';

/**
 * The address of a selected picture in its full size. The folder is the code without leading zeros, padded to 13 digits
 * and split 3/3/3/rest.
 * @param imageId what it shows and its language: `front_fr`
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

const ADDRESS =
  /^https:\/\/(?:images|static)\.(open(?:food|beauty|petfood|products)facts)\.org\/images\/products\/([\d/]+)\/(([a-z]+)(?:_([a-z]{2}))?)\.(\d+)\.(?:100|200|400|full)\.jpg$/;

export interface OpenFactsImage {
  host: OpenFactsHost;
  code: string;
  imageId: string;
  role: string;
  lang: string | null;
  revision: number;
}

/** What an address of a selected picture says, in any size; undefined for any other address. */
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

/** What its address says of a picture: the other sizes, and under which licence it is whose. */
export function describeImage(url: string): {
  urls: { 100: string | null; 200: string | null; 400: string | null; full: string };
  license?: string;
  attribution?: string;
} {
  const image = readImageAddress(url);
  if (!image) return { urls: { 100: null, 200: null, 400: null, full: url } };
  const inSize = (size: string) => url.replace(/[^.]+\.jpg$/, `${size}.jpg`);
  return {
    urls: { 100: inSize('100'), 200: inSize('200'), 400: inSize('400'), full: inSize('full') },
    license: LICENSE,
    attribution: `© ${NAMES[image.host]} contributors`,
  };
}
