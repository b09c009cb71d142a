import { sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';

export interface Example {
  query: string;
  barcode: string;
}

/** Returns the best described product in use, with a query that finds it, or undefined. */
export async function findExample(db: Db): Promise<Example | undefined> {
  const { rows } = await db.execute<{ name: string; gtin14: string; type: string }>(sql`
    select p.name, b.gtin14, b.type
    from products p join barcodes b on b.product_id = p.id and b.is_primary
    where p.status = 'active' and p.merged_into_id is null
    order by p.quality_score desc, p.id
    limit 1`);
  const [product] = rows;
  if (!product) return undefined;
  const digits = Number(product.type.replace('gtin', ''));
  const query = /^\S+(?: \S+)?/.exec(product.name.trim())?.[0] ?? product.name;
  return { query, barcode: product.gtin14.slice(-digits) };
}

/** Builds the text that `npm start` prints once everything runs. */
export function buildWelcome({
  origin,
  dataDir,
  example,
  hasConsole,
}: {
  origin: string;
  dataDir: string;
  example: Example | undefined;
  hasConsole: boolean;
}): string {
  const api = `${origin}/api/v1`;
  const lines = [['Documentation', `${origin}/docs`]];
  if (example) {
    lines.push(['A search', buildSearchUrl(origin, example)]);
    lines.push(['A barcode', `${api}/products/barcode/${example.barcode}`]);
  }
  lines.push(['All categories', `${api}/categories`], ['Health', `${origin}/healthz`]);
  if (hasConsole) lines.push(['Operator console', `${origin}/console`]);
  const table = lines.map(([label = '', url]) => `  ${label.padEnd(21)}${url}`);
  const hint = example ? [] : ['', 'The catalogue is empty. Fill it with: npm run import -- FILE'];
  return [
    '',
    'Factshelf is running.',
    '',
    ...table,
    ...hint,
    '',
    `Data is kept in ${dataDir}. Ctrl-C stops everything.`,
    '',
  ].join('\n');
}

export function buildSearchUrl(origin: string, example: Example): string {
  return `${origin}/api/v1/products/search?${new URLSearchParams({ q: example.query, in: 'all' }).toString()}`;
}

/** Returns the URL by which this machine reaches a server that listens on `host`. */
export function buildOrigin(host: string, port: number): string {
  const reachable =
    { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${reachable}:${port}`;
}
