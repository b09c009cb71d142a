import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { StartedApi } from '../../support/servers/started-api.ts';
import type { World } from '../world.ts';

/** Of the moment, counted some time ago, or as exact as the engine that answered: Postgres stands in during a rollout. */
const OF_THE_MOMENT = new Set([
  'total_is_exact',
  'is_settled',
  'generated_at',
  'request_id',
  'message',
  'products_qualified',
  'average_quality_score',
]);

/** Reads of every kind: things that are there, are not there, and are wrong. */
async function listPaths(world: World): Promise<string[]> {
  const { rows } = await world.db.execute<{ id: string; gtin: string }>(sql`
    select product_id as id, right(gtin14, 13) as gtin from barcodes join products on products.id = product_id
    where is_primary and status = 'active' order by product_id limit 20`);
  return [
    ...rows.flatMap(({ id, gtin }) => [
      `/products/${id}`,
      `/products/${id}/nutriments`,
      `/products/${id}/msrp`,
      `/products/${id}/quality`,
      `/products/barcode/${gtin}`,
    ]),
    ...['stats', 'brands', 'categories', 'sources', 'kind-fields?kind=electronics'].map((name) => `/${name}`),
    ...['milk', 'honey bread', 'oat drnk', 'x', '', '2000000'].map((q) => `/products/search?q=${q}&size=50`),
    '/products/none',
    '/products/barcode/123',
    '/products/search?page=0',
    '/kind-fields',
    '/account',
    '/nothing',
  ];
}

/** Paths that the earlier release answers otherwise than the later one does; what the later one adds does not count. */
export async function findOtherAnswers(
  world: World,
  earlier: StartedApi,
  later: StartedApi,
): Promise<{ compared: number; different: string[] }> {
  const paths = await listPaths(world);
  const different: string[] = [];
  for (const path of paths) {
    const [was, is] = await Promise.all(
      [earlier, later].map((api) => api.get(`/api/v1${path}`, world.headers)),
    );
    if (!was || !is || was.status !== is.status) different.push(`${path} (${was?.status}, ${is?.status})`);
    else {
      const fault = findDifference(JSON.parse(is.text), JSON.parse(was.text));
      if (fault) different.push(`${path}: ${fault}`);
    }
  }
  return { compared: paths.length, different };
}

/** The first place where a value does not say what the wanted one says; it may say more. */
function findDifference(value: unknown, wanted: unknown, place = ''): string | undefined {
  const told = `${place} is ${JSON.stringify(value)}, was ${JSON.stringify(wanted)}`;
  if (typeof wanted !== 'object' || wanted === null) {
    return isDeepStrictEqual(value, wanted) ? undefined : told;
  }
  if (typeof value !== 'object' || value === null) return told;
  if (Array.isArray(wanted) && wanted.length !== (value as unknown[]).length) return told;
  for (const [name, part] of Object.entries(wanted)) {
    if (OF_THE_MOMENT.has(name)) continue;
    const fault = findDifference((value as Record<string, unknown>)[name], part, `${place}.${name}`);
    if (fault) return fault;
  }
  return undefined;
}
