import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { tiers } from '../../../src/platform/db/schema/accounts.ts';
import { createDb, createPool, type Db } from '../../../src/platform/db/client.ts';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import { prepareDatabase } from '../../../src/platform/db/prepare-database.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { insertRecordedCatalogue, gtinOf, productIdOf } from '../../support/recorded/recorded-catalogue.ts';
import { startApi } from '../../support/servers/started-api.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { waitFor } from '../../support/wait-for.ts';
import { hasNginx, startNginx, type OwnNginx } from '../servers/own-nginx.ts';
import { startOwnPostgres } from '../servers/own-postgres.ts';
import { atLeast, describeFinding, exactly, type Finding } from '../scenario.ts';

const CACHE_SECONDS = 2;
const ROUNDS = 25;
/** 3 and 9 are held in German and English too; nothing has the last one. */
const TARGETS = [
  `/products/${productIdOf(3)}`,
  `/products/barcode/${gtinOf(9)}`,
  `/products/lookup?codes=${gtinOf(3)},${gtinOf(4)}`,
  `/products/scan?data=${gtinOf(3)}`,
  '/products/search?q=oat',
  '/brands',
  `/products/barcode/${gtinOf(900)}`,
  '/products/search?page=0',
];

interface Asker {
  name: string;
  headers: Record<string, string>;
  /** Of the tier that only this caller has; undefined: no key. */
  perMinute: number | undefined;
}

interface Heard {
  asker: Asker;
  target: string;
  language: string;
  requestId: string;
  status: number;
  headers: Headers;
  text: string;
}

/** nginx before the API, two callers with keys and two without, all at once: what is shown to whom. */
async function main(): Promise<void> {
  if (!hasNginx) throw new Error('nginx is not on the PATH');
  const root = await mkdtemp(path.join(tmpdir(), 'factshelf-cdn-'));
  // As root, Postgres runs as another user, who has to pass through.
  await chmod(root, 0o711);
  const postgres = await startOwnPostgres(root);
  await prepareDatabase({ databaseUrl: postgres.serviceUrl, ownerUrl: postgres.url });
  const logger = createLogger('drill', 'silent');
  const pool = createPool({
    url: postgres.url,
    applicationName: 'drill',
    statementTimeoutMs: 60_000,
    logger,
  });
  const db = createDb(pool);
  let broken = 0;
  try {
    await insertRecordedCatalogue(db);
    await db
      .update(tiers)
      .set({ perMinute: 1_000_000, cumulative: 1_000_000 })
      .where(eq(tiers.code, 'anonymous'));
    const askers: Asker[] = [
      { name: 'a', headers: { 'X-API-Key': await insertKeyWith(db, 700_001) }, perMinute: 700_001 },
      {
        name: 'b',
        headers: { Authorization: `Bearer ${await insertKeyWith(db, 700_002)}` },
        perMinute: 700_002,
      },
      { name: 'c', headers: {}, perMinute: undefined },
      { name: 'd', headers: { 'X-Forwarded-For': '198.51.100.7' }, perMinute: undefined },
    ];
    const api = await startApi({
      DATABASE_URL: postgres.serviceUrl,
      CDN_CACHE_SECONDS: String(CACHE_SECONDS),
      TRUST_PROXY: '1',
    });
    try {
      for (const trustsVary of [false, true]) {
        const nginx = await startNginx(root, [api.origin], trustsVary);
        try {
          const findings = [...judge(await askAll(nginx, askers)), ...(await change(db, nginx))];
          say(trustsVary ? 'Vary alone keeps callers apart' : 'deploy/nginx-cache.conf');
          for (const finding of findings) say(describeFinding(finding));
          broken += findings.filter(({ isKept }) => !isKept).length;
        } finally {
          await nginx.stop();
        }
      }
    } finally {
      await api.stop();
    }
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
  say(broken === 0 ? 'Every promise was kept.' : `${broken} promises were not kept.`);
  process.exitCode = broken === 0 ? 0 : 1;
}

async function insertKeyWith(db: Db, perMinute: number): Promise<string> {
  const code = `drill-${perMinute}`;
  await db
    .insert(tiers)
    .values({ code, perMinute, cumulative: perMinute * 10 })
    .onConflictDoNothing();
  return (await insertKey(db, code)).key;
}

/** All callers at once, each asking everything in its own order, in two languages. */
async function askAll(nginx: OwnNginx, askers: Asker[]): Promise<Heard[]> {
  const heard: Heard[] = [];
  const work = async (asker: Asker, offset: number) => {
    for (let round = 0; round < ROUNDS * TARGETS.length; round += 1) {
      const target = TARGETS[(round * 3 + offset) % TARGETS.length] ?? '';
      const language = (round + offset) % 2 === 0 ? 'de' : 'en';
      const requestId = `caller-${asker.name}-${round}`;
      const response = await fetch(`${nginx.origin}/api/v1${target}`, {
        headers: { ...asker.headers, 'X-Request-Id': requestId, 'Accept-Language': language },
      });
      const { status, headers } = response;
      heard.push({ asker, target, language, requestId, status, headers, text: await response.text() });
    }
  };
  await Promise.all(askers.map(work));
  return heard;
}

function judge(heard: Heard[]): Finding[] {
  const withKey = heard.filter(({ asker }) => asker.perMinute !== undefined);
  const without = heard.filter(({ asker }) => asker.perMinute === undefined);
  const shared = without.filter(({ status }) => status === 200);
  const count = (list: Heard[], is: (one: Heard) => boolean) => list.filter(is).length;
  const idOf = ({ headers }: Heard) => headers.get('x-request-id');
  const bodies = new Map<string, Set<string>>();
  for (const { target, language, status, text } of heard.filter((one) => one.status === 200)) {
    const key = `${status} ${target} ${language}`;
    bodies.set(key, (bodies.get(key) ?? new Set()).add(text));
  }
  return [
    atLeast('answers with a key', ROUNDS * TARGETS.length * 2, withKey.length, ''),
    exactly('with a key, not from the limits of that key', 0, count(withKey, isOfAnotherLimit)),
    exactly(
      'with a key, not with its own request id',
      0,
      count(withKey, (one) => idOf(one) !== one.requestId),
    ),
    exactly(
      'with a key, from the cache',
      0,
      count(withKey, ({ headers }) => headers.get('x-cache') === 'HIT'),
    ),
    exactly('without a key and kept, with a header of limits or quota', 0, count(shared, saysLimits)),
    exactly(
      'without a key and kept, with a request id',
      0,
      count(shared, (one) => idOf(one) !== null),
    ),
    exactly(
      'any answer that names another caller',
      0,
      count(heard, (one) => namesAnother(one)),
    ),
    exactly(
      'errors from the cache',
      0,
      count(heard, (one) => one.status !== 200 && isFromCache(one)),
    ),
    exactly(
      'questions with more than one answer in a language',
      0,
      [...bodies.values()].filter(({ size }) => size > 1).length,
    ),
    exactly(
      'answers in another language than asked',
      0,
      count(
        heard,
        ({ headers, language }) =>
          (headers.get('content-language') ?? language) !== language &&
          headers.get('content-language') !== 'fr',
      ),
    ),
    atLeast(
      'of those without a key, from the cache',
      50,
      (100 * count(shared, isFromCache)) / shared.length,
      '%',
    ),
  ];
}

const isFromCache = ({ headers }: Heard) =>
  ['HIT', 'STALE', 'UPDATING', 'REVALIDATED'].includes(headers.get('x-cache') ?? '');
const isOfAnotherLimit = ({ headers, asker }: Heard) =>
  headers.get('x-ratelimit-limit') !== String(asker.perMinute) ||
  headers.get('x-quota-limit') !== String((asker.perMinute ?? 0) * 10);
const saysLimits = ({ headers }: Heard) => [...headers.keys()].some((name) => /ratelimit|quota/.test(name));

/** Every caller names itself in its request ids. */
function namesAnother({ asker, headers, text }: Heard): boolean {
  const all = [...headers.entries()].flat().join(' ') + text;
  return [...all.matchAll(/caller-(\w)-/g)].some(([, name]) => name !== asker.name);
}

/** What changes is shown once what was kept is too old. */
async function change(db: Db, nginx: OwnNginx): Promise<Finding[]> {
  const target = `${nginx.origin}/api/v1/products/${productIdOf(12)}`;
  const nameOf = async () => ((await (await fetch(target)).json()) as { name: string }).name;
  const name = `Changed ${Date.now()}`;
  await nameOf();
  await db
    .update(products)
    .set({ name })
    .where(eq(products.id, productIdOf(12)));
  const startedAt = performance.now();
  await waitFor('the change', async () => (await nameOf()) === name, 30_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  return [
    exactly(
      `a change is seen within ${CACHE_SECONDS + 2} s`,
      'yes',
      seconds <= CACHE_SECONDS + 2 ? 'yes' : `${seconds} s`,
    ),
  ];
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

await main();
