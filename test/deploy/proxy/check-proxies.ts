import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import { prepareDatabase } from '../../../src/platform/db/prepare-database.ts';
import { tiers } from '../../../src/platform/db/schema/accounts.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { hasCaddy, startCaddy } from '../../faults/servers/own-caddy.ts';
import { hasHaproxy, startHaproxy } from '../../faults/servers/own-haproxy.ts';
import { hasNginx, startNginx } from '../../faults/servers/own-nginx.ts';
import { startOwnPostgres } from '../../faults/servers/own-postgres.ts';
import { makeCertificate } from '../../faults/servers/own-certificate.ts';
import { describeFinding } from '../../faults/scenario.ts';
import { insertRecordedCatalogue } from '../../support/recorded/recorded-catalogue.ts';
import { createOwnRedis, hasRedisServer } from '../../support/servers/redis-server.ts';
import { startApi } from '../../support/servers/started-api.ts';
import { judgeProxy } from './judge-proxy.ts';
import { startFleet } from './fleet.ts';

/** nginx, HAProxy and Caddy with the repository's files, before two API processes: what proxy.md promises of them. */
async function main(): Promise<void> {
  const missing = Object.entries({
    nginx: hasNginx,
    haproxy: hasHaproxy,
    caddy: hasCaddy,
    'redis-server': hasRedisServer,
  })
    .filter(([, isThere]) => !isThere)
    .map(([name]) => name);
  if (missing.length > 0) {
    say(`Not run: ${missing.join(', ')} not on the PATH (apt-get install ${missing.join(' ')}).`);
    process.exitCode = 1;
    return;
  }
  const root = await mkdtemp(path.join(tmpdir(), 'factshelf-proxy-'));
  // As root, Postgres runs as another user, who has to pass through.
  await chmod(root, 0o711);
  const postgres = await startOwnPostgres(root);
  const redis = await createOwnRedis();
  await redis.start();
  await prepareDatabase({ databaseUrl: postgres.serviceUrl, ownerUrl: postgres.url });
  const logger = createLogger('proxy', 'silent');
  const pool = createPool({
    url: postgres.url,
    applicationName: 'proxy',
    statementTimeoutMs: 60_000,
    logger,
  });
  const db = createDb(pool);
  let broken = 0;
  try {
    await insertRecordedCatalogue(db);
    await db
      .update(tiers)
      .set({ perMinute: 100_000, cumulative: 1_000_000 })
      .where(eq(tiers.code, 'anonymous'));
    const settings = {
      DATABASE_URL: postgres.serviceUrl,
      REDIS_URL: redis.url,
      IMAGE_DIR: path.join(root, 'images'),
      CDN_CACHE_SECONDS: '2',
      TRUST_PROXY: '1',
      // As in production: balancers look in the meantime.
      STOP_DELAY_MS: '2000',
    };
    await mkdir(settings.IMAGE_DIR);
    const fleet = await startFleet((port) =>
      startApi({ ...settings, ...(port !== undefined && { PORT: String(port) }) }),
    );
    try {
      for (const [name, addresses] of Object.entries(ADDRESSES) as [
        keyof typeof ADDRESSES,
        [string, string],
      ][]) {
        const dir = path.join(root, name);
        await mkdir(dir, { recursive: true });
        const own = makeCertificate(dir);
        const proxy =
          name === 'nginx'
            ? await startNginx(root, fleet.origins, false)
            : await (name === 'caddy' ? startCaddy : startHaproxy)(dir, fleet.origins, own.file);
        // nginx makes one of its own in the same place.
        const certificate = await readFile(path.join(dir, 'certificate.pem'), 'utf8');
        try {
          const startedAt = performance.now();
          const findings = await judgeProxy({
            origin: proxy.secureOrigin,
            certificate,
            caches: name === 'nginx',
            addresses,
            db,
            fleet,
          });
          say(`${name}, ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
          for (const finding of findings) say(describeFinding(finding));
          broken += findings.filter(({ isKept }) => !isKept).length;
        } finally {
          await proxy.stop();
        }
      }
    } finally {
      await fleet.stop();
    }
  } finally {
    await pool.end();
    await redis.remove();
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
  say(broken === 0 ? 'Every promise was kept.' : `${broken} promises were not kept.`);
  process.exitCode = broken === 0 ? 0 : 1;
}

/** Of the callers of each proxy. */
const ADDRESSES = {
  nginx: ['127.0.0.2', '127.0.0.3'],
  haproxy: ['127.0.0.4', '127.0.0.5'],
  caddy: ['127.0.0.6', '127.0.0.7'],
} as const;

const say = (line: string) => void process.stdout.write(`${line}\n`);

await main();
