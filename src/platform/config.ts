import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Unset and empty mean the same: the default. */
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

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be at most 65535');

/** The values of Express’s `trust proxy`: false, a number of proxies, or addresses and subnets separated by commas. */
const trustProxy = z.string().transform((value) => {
  if (value === 'false') return false;
  return /^\d+$/.test(value) ? Number(value) : value;
});

const count = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
  .transform(Number);

const shards = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a number of shards, from 1 to 999')
  .transform(Number);

const replicas = z
  .string()
  .regex(/^\d{1,2}$/, 'must be a number of replicas, from 0 to 99')
  .transform(Number);

const milliseconds = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number of milliseconds, at most 99999')
  .transform(Number);

const submissions = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a number of submissions, from 1 to 999999999')
  .transform(Number);

const cacheSeconds = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number of seconds, at most 86400')
  .transform(Number)
  .refine((value) => value <= 86_400, 'must be at most 86400');

/** A time of day in UTC. */
const timeOfDay = z
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

export const configSchema = z
  .object({
    PORT: withDefault(port, '8080'),
    INDEXER_PORT: withDefault(port, '3001'),
    HOST: withDefault(z.string(), '127.0.0.1'),
    /** Port of the API’s metrics. Only the metrics collector should be able to reach it. */
    METRICS_PORT: withDefault(port, '3002'),
    METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
    /** How long the API goes on serving after a stop signal: load balancers must first see that it is not ready. */
    STOP_DELAY_MS: withDefault(milliseconds, '2000'),
    DATA_DIR: withDefault(z.string(), '.data'),
    DATABASE_URL: optional(serverUrl('postgres:', 'postgresql:')),
    /** The role that owns the tables, for migrations only. Needed where the role of DATABASE_URL owns no tables. */
    MIGRATION_DATABASE_URL: optional(serverUrl('postgres:', 'postgresql:')),
    /** A standby of DATABASE_URL, for public reads. */
    DATABASE_READ_URL: optional(serverUrl('postgres:', 'postgresql:')),
    /** A standby that is further behind than this is not read. */
    DATABASE_READ_MAX_LAG_MS: withDefault(milliseconds, '1000'),
    REDIS_URL: optional(serverUrl('redis:', 'rediss:')),
    /** The search engine beside Postgres. Without its address, Postgres answers all searches. */
    SEARCH_ENGINE: withDefault(z.enum(['meilisearch', 'opensearch']), 'meilisearch'),
    /** Nodes of one OpenSearch cluster, separated by commas. */
    OPENSEARCH_URL: optional(serverUrls('http:', 'https:')),
    /** Shards and replicas of a new index. Other shards cause a rebuild; other replicas apply to the next rebuild. */
    OPENSEARCH_SHARDS: withDefault(shards, '1'),
    OPENSEARCH_REPLICAS: withDefault(replicas, '1'),
    /** The program that `npm start` runs as its Meilisearch. */
    MEILI_BIN: optional(z.string()),
    MEILI_URL: optional(serverUrl('http:', 'https:')),
    MEILI_MASTER_KEY: optional(z.string()),
    /** The API’s own Meilisearch key, with only the rights that it needs. Without it the API uses the master key. */
    MEILI_SEARCH_KEY: optional(z.string()),
    TRUST_PROXY: withDefault(trustProxy, 'false'),
    LOG_LEVEL: withDefault(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
    /** How long a shared cache may keep responses to requests without a key; 0: not at all. */
    CDN_CACHE_SECONDS: withDefault(cacheSeconds, '0'),
    /** Only off where the console is used without HTTPS and not on localhost. */
    COOKIE_SECURE: withDefault(z.stringbool(), 'true'),
    /** The most pending submissions in the review queue: from shops (back-flow), and from the public. */
    BACKFLOW_MOST_PENDING: withDefault(submissions, '100000'),
    SUBMISSIONS_MOST_PENDING: withDefault(submissions, '100000'),
    /** The folder of the catalogue’s dumps. Without it the API alone neither makes nor serves dumps. */
    DUMP_DIR: optional(z.string()),
    /** When the API makes the daily dump; `off`: by command alone. */
    DUMP_AT: withDefault(timeOfDay, '02:00'),
    /** Where `npm run backup` writes, and the doctor looks. */
    BACKUP_DIR: optional(z.string()),
    /** Where submitted pictures are kept. Without it and without a bucket, the API alone takes and serves no pictures. */
    IMAGE_DIR: optional(z.string()),
    /** Where pages keep pictures of sources. Without it they show a placeholder in their place. */
    IMAGE_CACHE_DIR: optional(z.string()),
    IMAGE_CACHE_BYTES: withDefault(count, '536870912'),
    /** Submitted pictures in a bucket of S3 or of a compatible server. */
    S3_BUCKET: optional(z.string()),
    S3_ENDPOINT: optional(serverUrl('http:', 'https:')),
    S3_REGION: withDefault(z.string(), 'us-east-1'),
    S3_ACCESS_KEY_ID: optional(z.string()),
    S3_SECRET_ACCESS_KEY: optional(z.string()),
    DEMO_CATALOGUE: withDefault(z.stringbool(), 'true'),
    /** The most registrations in a day from one address (IPv6: /64) and from one IPv6 /48, and of all callers in a second. */
    REGISTRATIONS_PER_ADDRESS: withDefault(count, '10'),
    REGISTRATIONS_PER_NETWORK: withDefault(count, '40'),
    REGISTRATIONS_PER_SECOND: withDefault(count, '5'),
    /** The calls per minute from one address, and from one /48, of all registered keys together, as a multiple of one key’s. */
    KEYS_PER_ADDRESS: withDefault(count, '3'),
    KEYS_PER_NETWORK: withDefault(count, '12'),
    /** Mail: when it is set, a key works only after its e-mail is confirmed. */
    SMTP_URL: optional(serverUrl('smtp:', 'smtps:')),
    MAIL_FROM: optional(z.string()),
    /** Networks that webhooks may call at any port, besides public addresses: for receivers in a private network. */
    WEBHOOK_ALLOWED_NETWORKS: optional(networks),
    /** The API key at the leader that this service follows. */
    FOLLOW_API_KEY: optional(z.string()),
    /** The folder into which a follower downloads the dump that fills it. */
    FOLLOW_DIR: optional(z.string()),
    /** The public address of the service, for links in mails and in what caches keep. */
    PUBLIC_URL: optional(serverUrl('http:', 'https:')),
  })
  .superRefine((given, context) => {
    if (given.SEARCH_ENGINE === 'opensearch' && given.OPENSEARCH_URL === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['OPENSEARCH_URL'],
        message: 'must be set, where SEARCH_ENGINE is opensearch',
      });
    }
    if (given.TRUST_PROXY && given.PUBLIC_URL === undefined) {
      const message = 'must be set as well, where TRUST_PROXY is: caches keep addresses that begin with it';
      context.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message });
    }
    if (given.SMTP_URL === undefined) return;
    for (const name of ['MAIL_FROM', 'PUBLIC_URL'] as const) {
      if (given[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name], message: 'must be set as well, where SMTP_URL is' });
      }
    }
  });

export type Config = z.output<typeof configSchema>;

/** Lists all invalid settings; `main` prints it and exits with 1. */
export class ConfigError extends Error {}

/**
 * Returns the settings of this process. The environment is read here and nowhere else.
 * @throws {ConfigError} one line for each setting that is not valid
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const result = configSchema.safeParse(environment);
  if (result.success) return result.data;
  throw new ConfigError(
    result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
  );
}
