import { ConfigError, type Config } from '../platform/config.ts';

/** How an upstream publishes: daily changes beside a whole file, or releases. */
export type UpstreamForm = 'open_facts' | 'fooddata_central';

/** Where the files of a source come from, by default. */
interface KnownUpstream {
  form: UpstreamForm;
  address: string;
  /** The prefix of its whole file; unused for releases. */
  prefix: string;
}

const openFacts = (host: string, prefix: string): KnownUpstream => ({
  form: 'open_facts',
  address: `https://${host}/data/`,
  prefix,
});

export const UPSTREAM_CODES = [
  'open_food_facts',
  'open_beauty_facts',
  'open_pet_food_facts',
  'open_products_facts',
  'usda',
] as const;
export type UpstreamCode = (typeof UPSTREAM_CODES)[number];

export const KNOWN_UPSTREAMS: Record<UpstreamCode, KnownUpstream> = {
  open_food_facts: openFacts('static.openfoodfacts.org', 'openfoodfacts'),
  open_beauty_facts: openFacts('static.openbeautyfacts.org', 'openbeautyfacts'),
  open_pet_food_facts: openFacts('static.openpetfoodfacts.org', 'openpetfoodfacts'),
  open_products_facts: openFacts('static.openproductsfacts.org', 'openproductsfacts'),
  usda: { form: 'fooddata_central', address: 'https://fdc.nal.usda.gov/download-datasets', prefix: '' },
};

/** The store to which Open Food Facts redirects requests for its whole file. */
const STORE_OF_OPEN_FOOD_FACTS = 'openfoodfacts-ds.s3.eu-west-3.amazonaws.com';

/** What the settings say of upstreams; the console may say otherwise of each. */
export interface UpstreamSettings {
  /** By code, with the address if it is not the usual one. */
  on: ReadonlyMap<UpstreamCode, string | undefined>;
  wholeDays: number;
  /** The hosts that may serve files. */
  hosts: ReadonlySet<string>;
}

/** @throws {ConfigError} SOURCES names an unknown source */
export function readUpstreamSettings(
  config: Pick<Config, 'SOURCES' | 'SOURCES_HOSTS' | 'SOURCES_WHOLE_DAYS'>,
): UpstreamSettings {
  const given = config.SOURCES ?? [];
  for (const { code } of given)
    if (!isKnown(code)) throw new ConfigError(`SOURCES: "${code}" is none of ${UPSTREAM_CODES.join(', ')}`);
  const addresses = [
    ...Object.values(KNOWN_UPSTREAMS).map(({ address }) => address),
    ...given.flatMap(({ address }) => address ?? []),
  ];
  return {
    on: new Map(given.flatMap(({ code, address }) => (isKnown(code) ? [[code, address] as const] : []))),
    wholeDays: config.SOURCES_WHOLE_DAYS,
    hosts: new Set([
      STORE_OF_OPEN_FOOD_FACTS,
      ...addresses.map((address) => new URL(address).hostname),
      ...(config.SOURCES_HOSTS ?? []),
    ]),
  };
}

function isKnown(code: string): code is UpstreamCode {
  return (UPSTREAM_CODES as readonly string[]).includes(code);
}
