import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { ROLES } from './http/callers/operator.ts';

/** An empty value counts as unset. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const withDefault = <S extends z.ZodType>(schema: S, value: string) =>
  z.preprocess((given) => (given === undefined || given === '' ? value : given), schema);

const serverUrl = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });

const serverUrls = (...protocols: string[]) =>
  z
    .string()
    .transform((text) => text.split(',').map((url) => url.trim()))
    .pipe(z.array(serverUrl(...protocols)));

const whole = (what: string, least: number, most: number) => {
  const message = `must be ${what}, from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
};
const port = whole('a port number', 0, 65_535);
const count = whole('a whole number', 1, 999_999_999);
const milliseconds = whole('a number of milliseconds', 0, 99_999);
const submissions = whole('a number of submissions', 1, 999_999_999);

/** Values of Express's `trust proxy`: false, a number of proxies, or addresses and subnets separated by commas. */
const trustProxy = z.string().transform((value) => {
  if (value === 'false') return false;
  return /^\d+$/.test(value) ? Number(value) : value;
});

/** A time of day in UTC. */
export const timeOfDay = z
  .string()
  .regex(/^(off|([01]\d|2[0-3]):[0-5]\d)$/, 'must be a time in UTC, such as 02:00, or off')
  .transform((value) => {
    if (value === 'off') return 'off';
    const [hours = 0, minutes = 0] = value.split(':').map(Number);
    return { hours, minutes };
  });
const networks = z.string().transform((text, context) =>
  text.split(',').map((network) => {
    if (ipaddr.isValidCIDR(network.trim())) return ipaddr.parseCIDR(network.trim());
    context.addIssue({ code: 'custom', message: 'must be networks such as 10.0.0.0/8,fd00::/8' });
    return z.NEVER;
  }),
);

/** Sources with the address of their files, unless it is the usual one. */
const sourceAddresses = z.string().transform((text, context) =>
  text.split(',').map((entry) => {
    const [, code, address] = /^([a-z][a-z0-9_]*)(?:=(https?:\/\/\S+))?$/.exec(entry.trim()) ?? [];
    if (code !== undefined && (address === undefined || URL.canParse(address))) return { code, address };
    context.addIssue({
      code: 'custom',
      message: 'must be sources such as open_food_facts,usda=https://mirror.example.org/usda/',
    });
    return z.NEVER;
  }),
);
const hosts = z
  .string()
  .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
  .pipe(z.array(z.string().regex(/^[a-z0-9.-]+$/, 'must be host names such as files.example.org')));

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** An issuer of OpenID Connect. Without TLS, anybody on the way could sign in as an operator. */
const issuer = serverUrl('https:', 'http:').refine(
  (value) => !value.startsWith('http:') || LOOPBACK.test(new URL(value).hostname),
  'must be https://, or http:// of this machine',
);

/** Values of the claim of roles, with the role that each gives. */
const claimedRoles = z.string().transform((text, context) =>
  text.split(',').map((entry) => {
    const [, value = '', name] = /^(.+)=(\w+)$/.exec(entry.trim()) ?? [];
    const role = ROLES.find((known) => known === name);
    if (role) return { value, role };
    context.addIssue({
      code: 'custom',
      message: `must be values of the claim with a role (${ROLES.join(', ')}), such as shelf-admins=admin,staff=reviewer`,
    });
    return z.NEVER;
  }),
);

export const configSchema = z
  .object({
    PORT: withDefault(port, '8080'),
    INDEXER_PORT: withDefault(port, '3001'),
    HOST: withDefault(z.string(), '127.0.0.1'),
    /** Port of the API’s metrics. Only the metrics collector should be able to reach it. */
    METRICS_PORT: withDefault(port, '3002'),
    METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
    /** How long the API keeps serving after a stop signal, so that load balancers see first that it is not ready. */
    STOP_DELAY_MS: withDefault(milliseconds, '2000'),
    DATA_DIR: withDefault(z.string(), '.data'),
    DATABASE_URL: optional(serverUrl('postgres:', 'postgresql:')),
    /** URL of the role that owns the tables, for migrations. Needed if the role of DATABASE_URL does not own them. */
    MIGRATION_DATABASE_URL: optional(serverUrl('postgres:', 'postgresql:')),
    /** A standby of DATABASE_URL, for public reads. */
    DATABASE_READ_URL: optional(serverUrl('postgres:', 'postgresql:')),
    /** A standby with more lag than this is not used. */
    DATABASE_READ_MAX_LAG_MS: withDefault(milliseconds, '1000'),
    REDIS_URL: optional(serverUrl('redis:', 'rediss:')),
    /** The search engine besides Postgres. Without its URL, Postgres answers all searches. */
    SEARCH_ENGINE: withDefault(z.enum(['meilisearch', 'opensearch']), 'meilisearch'),
    /** Nodes of one OpenSearch cluster, separated by commas. */
    OPENSEARCH_URL: optional(serverUrls('http:', 'https:')),
    /** Shards and replicas of a new index. A change of shards causes a rebuild; replicas apply at the next rebuild. */
    OPENSEARCH_SHARDS: withDefault(whole('a number of shards', 1, 999), '1'),
    OPENSEARCH_REPLICAS: withDefault(whole('a number of replicas', 0, 99), '1'),
    /** The Meilisearch program that `npm start` runs. */
    MEILI_BIN: optional(z.string()),
    /** Where `npm run meilisearch:get` fetches in place of GitHub, and the checksum that the program must have. */
    MEILISEARCH_MIRROR: optional(serverUrl('http:', 'https:')),
    MEILISEARCH_SHA256: optional(
      z
        .string()
        .regex(/^[0-9a-f]{64}$/i, 'must be a SHA-256 of 64 hexadecimal digits')
        .transform((value) => value.toLowerCase()),
    ),
    MEILI_URL: optional(serverUrl('http:', 'https:')),
    MEILI_MASTER_KEY: optional(z.string()),
    /** A Meilisearch key for the API with only the rights it needs. Without it, the API uses the master key. */
    MEILI_SEARCH_KEY: optional(z.string()),
    TRUST_PROXY: withDefault(trustProxy, 'false'),
    LOG_LEVEL: withDefault(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
    /** How long shared caches may keep responses to requests without a key; 0: not at all. */
    CDN_CACHE_SECONDS: withDefault(whole('a number of seconds', 0, 86_400), '0'),
    /** Turn off only if the console is used without HTTPS and not on localhost. */
    COOKIE_SECURE: withDefault(z.stringbool(), 'true'),
    /** The provider of OpenID Connect at which operators sign in, and this service as its client. */
    OIDC_ISSUER: optional(issuer),
    OIDC_CLIENT_ID: optional(z.string()),
    /** Without it, the service is a public client: PKCE alone protects the sign-in. */
    OIDC_CLIENT_SECRET: optional(z.string()),
    /** What the button of the console calls the provider; else its host. */
    OIDC_NAME: optional(z.string().max(40)),
    OIDC_SCOPES: withDefault(
      z.string().refine((value) => value.split(' ').includes('openid'), 'must have openid among its scopes'),
      'openid email profile',
    ),
    /** The claim of an operator's roles: its name, or a path into it such as realm_access.roles. */
    OIDC_ROLE_CLAIM: withDefault(z.string(), 'groups'),
    OIDC_ROLES: optional(claimedRoles),
    /** Whether a first sign-in takes over the operator whose e-mail the provider says to have verified. */
    OIDC_LINK_VERIFIED_EMAIL: withDefault(z.stringbool(), 'false'),
    /** Whether operators may sign in with a password. */
    PASSWORD_SIGN_IN: withDefault(z.stringbool(), 'on'),
    /** Whether texts and barcodes that find no product are counted for operators. */
    COUNT_MISSES: withDefault(z.stringbool(), 'true'),
    /** Maximum of pending submissions in the review queue: from shops (back-flow), and from the public. */
    BACKFLOW_MOST_PENDING: withDefault(submissions, '100000'),
    SUBMISSIONS_MOST_PENDING: withDefault(submissions, '100000'),
    /** Folder of dumps. Without it, an API started alone neither makes nor serves dumps. */
    DUMP_DIR: optional(z.string()),
    /** Time of the daily dump; `off`: only by command. */
    DUMP_AT: withDefault(timeOfDay, '02:00'),
    /** Folder to which `npm run backup` writes, and which the doctor checks. */
    BACKUP_DIR: optional(z.string()),
    /** Folder of submitted pictures. Without it and a bucket, an API started alone accepts and serves no pictures. */
    IMAGE_DIR: optional(z.string()),
    /** Folder where pages cache sources' pictures. Without it, pages show a placeholder. */
    IMAGE_CACHE_DIR: optional(z.string()),
    IMAGE_CACHE_BYTES: withDefault(count, '536870912'),
    /** Bucket of submitted pictures, at Amazon S3 or a compatible server. */
    S3_BUCKET: optional(z.string()),
    S3_ENDPOINT: optional(serverUrl('http:', 'https:')),
    S3_REGION: withDefault(z.string(), 'us-east-1'),
    S3_ACCESS_KEY_ID: optional(z.string()),
    S3_SECRET_ACCESS_KEY: optional(z.string()),
    DEMO_CATALOGUE: withDefault(z.stringbool(), 'true'),
    /** Maximum registrations per day from one address (IPv6: /64) and one IPv6 /48, and per second over all callers. */
    REGISTRATIONS_PER_ADDRESS: withDefault(count, '10'),
    REGISTRATIONS_PER_NETWORK: withDefault(count, '40'),
    REGISTRATIONS_PER_SECOND: withDefault(count, '5'),
    /** Calls per minute of all registered keys of one address and one /48 together, as multiples of one key's limit. */
    KEYS_PER_ADDRESS: withDefault(count, '3'),
    KEYS_PER_NETWORK: withDefault(count, '12'),
    /** Mail server. If set, a key works only after its e-mail is confirmed. */
    SMTP_URL: optional(serverUrl('smtp:', 'smtps:')),
    MAIL_FROM: optional(z.string()),
    /** Networks that webhooks may call at any port besides public addresses, for receivers in a private network. */
    WEBHOOK_ALLOWED_NETWORKS: optional(networks),
    /** API key of this follower at its leader. */
    FOLLOW_API_KEY: optional(z.string()),
    /** Folder into which a follower downloads its leader's dump. */
    FOLLOW_DIR: optional(z.string()),
    /** Sources whose files are fetched as they appear, each with another address if wanted. */
    SOURCES: optional(sourceAddresses),
    /** How often the whole file of a source is imported beside its daily changes. */
    SOURCES_WHOLE_DAYS: withDefault(whole('a number of days', 1, 365), '7'),
    /** Hosts that may serve files of sources, also after a redirect, besides the usual ones and those of SOURCES. */
    SOURCES_HOSTS: optional(hosts),
    /** Networks in which files of sources may be fetched, besides public addresses. */
    SOURCES_ALLOWED_NETWORKS: optional(networks),
    /** Folder of files that are being fetched. */
    SOURCES_DIR: optional(z.string()),
    /** A larger file is not fetched. */
    SOURCES_MOST_GB: withDefault(whole('a number of gigabytes', 1, 9_999), '30'),
    /** A service with the interface of Open Food Facts that is asked once for an unknown barcode. */
    LOOKUP_UPSTREAM: optional(serverUrl('http:', 'https:')),
    /** The source under which its answers are saved. */
    LOOKUP_UPSTREAM_SOURCE: withDefault(z.string(), 'open_food_facts'),
    /** Calls of it a minute, over all processes. */
    LOOKUP_UPSTREAM_PER_MINUTE: withDefault(whole('a number of calls', 1, 9_999), '60'),
    /** The collector of traces. Without it there are none. The SDK reads the other `OTEL_*` settings by itself. */
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(serverUrl('http:', 'https:')),
    OTEL_EXPORTER_OTLP_PROTOCOL: withDefault(z.enum(['http/protobuf', 'http/json']), 'http/protobuf'),
    OTEL_SDK_DISABLED: withDefault(z.stringbool(), 'false'),
    /** Public URL of the service, for links in mails and in cached responses. */
    PUBLIC_URL: optional(serverUrl('http:', 'https:')),
    /** Host name whose root answers like Open Food Facts, for apps whose host alone can be changed. */
    OFF_HOST: optional(
      z.string().regex(/^[a-z0-9.-]+$/, 'must be a host name in lower case, without a port'),
    ),
  })
  .superRefine((given, context) => {
    if (given.SEARCH_ENGINE === 'opensearch' && given.OPENSEARCH_URL === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['OPENSEARCH_URL'],
        message: 'must be set, where SEARCH_ENGINE is opensearch',
      });
    }
    const cached = (['TRUST_PROXY', 'CDN_CACHE_SECONDS'] as const).find((name) => given[name]);
    if (cached !== undefined && given.PUBLIC_URL === undefined) {
      const message = `must be set as well, where ${cached} is: caches keep addresses that begin with it`;
      context.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message });
    }
    const needed = {
      SMTP_URL: ['MAIL_FROM', 'PUBLIC_URL'],
      OIDC_ISSUER: ['OIDC_CLIENT_ID', 'OIDC_ROLES', 'PUBLIC_URL'],
    } as const;
    for (const setting of ['SMTP_URL', 'OIDC_ISSUER'] as const) {
      if (given[setting] === undefined) continue;
      for (const name of needed[setting].filter((other) => given[other] === undefined)) {
        const message = `must be set as well, where ${setting} is`;
        context.addIssue({ code: 'custom', path: [name], message });
      }
    }
    if (!given.PASSWORD_SIGN_IN && given.OIDC_ISSUER === undefined) {
      const message = 'must be set, where PASSWORD_SIGN_IN is off: else nobody could sign in';
      context.addIssue({ code: 'custom', path: ['OIDC_ISSUER'], message });
    }
  });

export type Config = z.output<typeof configSchema>;

/** Lists all invalid settings. `main` prints it and exits with 1. */
export class ConfigError extends Error {}

/**
 * Returns the settings of this process. Only this function reads the environment.
 * @throws {ConfigError} one line for each invalid setting
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const result = configSchema.safeParse(environment);
  if (result.success) return result.data;
  throw new ConfigError(
    result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
  );
}
