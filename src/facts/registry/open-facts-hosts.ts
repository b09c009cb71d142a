/** Open Food Facts and its sister projects, by the host name of their pictures. */
export const OPEN_FACTS_NAMES = {
  openfoodfacts: 'Open Food Facts',
  openbeautyfacts: 'Open Beauty Facts',
  openpetfoodfacts: 'Open Pet Food Facts',
  openproductsfacts: 'Open Products Facts',
} as const;

export type OpenFactsHost = keyof typeof OPEN_FACTS_NAMES;

/** The origins of their pictures. */
export const OPEN_FACTS_ORIGINS: readonly string[] = Object.keys(OPEN_FACTS_NAMES).map(
  (host) => `https://images.${host}.org`,
);

/** The path under which this service serves their pictures, followed by the original URL without `https://`. */
export const SOURCE_PICTURES = '/pictures/from/';
