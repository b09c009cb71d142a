import { Redis } from 'ioredis';
import { z } from 'zod';
import { findPolicyProblems } from '../access/limits/stores/redis-limit-store.ts';
import type { Config } from '../platform/config.ts';
import { fine, wrong, type Finding } from './doctor-contract.ts';

export const PATIENCE_MS = 3_000;

export async function checkRedis({ REDIS_URL: url }: Config): Promise<Finding[]> {
  if (url === undefined) return [fine('redis', 'None is set: Postgres carries wake-ups and counters.')];
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: PATIENCE_MS, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const info = await redis.info();
    const version = /^redis_version:(\S+)/m.exec(info)?.[1];
    const problems = findPolicyProblems(info);
    if (problems.length === 0) return [fine('redis', `Redis ${version} answers.`)];
    const remedy = 'maxmemory-policy noeviction and appendonly yes, in redis.conf';
    return [wrong('redis', `Redis may lose counters: ${problems.join(', ')}.`, remedy)];
  } catch (error) {
    const says = `Redis does not answer (${error instanceof Error ? error.message : String(error)}).`;
    return [wrong('redis', says, 'start it, or correct REDIS_URL')];
  } finally {
    redis.disconnect();
  }
}

const meiliVersionSchema = z.object({ pkgVersion: z.string() }).transform(({ pkgVersion }) => pkgVersion);
const openSearchVersionSchema = z
  .object({ version: z.object({ number: z.string() }) })
  .transform(({ version }) => version.number);

/** Checks whether the engine answers, and its version if the key may read it. */
export async function checkEngine(config: Config): Promise<Finding[]> {
  const isMeili = config.SEARCH_ENGINE === 'meilisearch';
  const url = isMeili ? config.MEILI_URL : config.OPENSEARCH_URL?.[0];
  if (url === undefined) return [fine('engine', 'None is set: Postgres answers searches.')];
  const { username, password, origin } = new URL(url);
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const key = config.MEILI_MASTER_KEY ?? config.MEILI_SEARCH_KEY;
  const authorization = isMeili ? key && `Bearer ${key}` : username && `Basic ${basic.toString('base64')}`;
  const ask = async (path: string) =>
    await fetch(`${origin}${path}`, {
      headers: authorization ? { authorization } : {},
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  const start = `start it, or correct ${isMeili ? 'MEILI_URL' : 'OPENSEARCH_URL'}`;
  try {
    const health = await ask(isMeili ? '/health' : '/');
    if (!health.ok) return [wrong('engine', `The search engine answers ${health.status}.`, start)];
    const versionAnswer = isMeili ? await ask('/version') : health;
    const schema = isMeili ? meiliVersionSchema : openSearchVersionSchema;
    const version = versionAnswer.ok ? schema.safeParse(await versionAnswer.json()).data : undefined;
    return [fine('engine', `${config.SEARCH_ENGINE} ${version ?? ''} answers.`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [wrong('engine', `The search engine does not answer (${reason}): Postgres does.`, start)];
  }
}
