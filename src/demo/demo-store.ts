import { sql } from 'drizzle-orm';
import { v5 as uuidV5 } from 'uuid';
import type { Tx } from '../platform/db/client.ts';
import { brands, sources } from '../platform/db/schema/catalogue.ts';
import { foldText } from '../platform/text/fold-text.ts';
import type { DemoProduct } from './demo-product.ts';
import { slugOf } from './demo-products.ts';

const ID_NAMESPACE = '5a0e2c38-7d0b-4c59-9d0c-6a4f7b1f3c11';

const SOURCE = {
  code: 'demo',
  name: 'Factshelf demo catalogue',
  kind: 'open_data' as const,
  trust: 0.8,
  license: 'CC0 1.0',
  licenseUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution: 'Invented by the Factshelf project: no such product exists',
};

export async function saveDemoSource(tx: Tx): Promise<string> {
  const id = buildDemoId('source', SOURCE.code);
  const [source] = await tx
    .insert(sources)
    .values({ id, ...SOURCE })
    // An existing row is kept; the empty update makes RETURNING answer it.
    .onConflictDoUpdate({ target: sources.code, set: { code: SOURCE.code } })
    .returning({ id: sources.id });
  return source!.id;
}

/** Answers the ids by brand key. A brand that an operator has made already is used as it is. */
export async function saveDemoBrands(tx: Tx, demoProducts: DemoProduct[]): Promise<Map<string, string>> {
  const names = [...new Set(demoProducts.flatMap(({ facts }) => facts.brand ?? []))];
  const rows = await tx
    .insert(brands)
    .values(
      names.map((name) => ({
        id: buildDemoId('brand', name),
        name,
        slug: slugOf(name),
        brandKey: foldText(name),
      })),
    )
    .onConflictDoUpdate({ target: brands.brandKey, set: { brandKey: sql`excluded.brand_key` } })
    .returning({ id: brands.id, brandKey: brands.brandKey });
  return new Map(rows.map(({ id, brandKey }) => [brandKey, id]));
}

export function buildDemoId(...key: string[]): string {
  return uuidV5(key.join('\n'), ID_NAMESPACE);
}
