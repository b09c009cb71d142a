import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { anyOf, prepareStatement } from '../../platform/db/prepare-statement.ts';
import { nameCategory, type NameLanguage, type Translations } from '../../data/names/names.ts';
import type { NamedValue } from './facet-request.ts';

type StoredFacet = 'brand' | 'category' | 'kind';

const namesOfValues = prepareStatement<{ facet: StoredFacet; key: string; names: Translations } & NamedValue>(
  'facet_names',
  sql`
    select 'brand' as facet, id::text as key, slug as value, name as label, '{}'::jsonb as names
    from brands where id = ${anyOf('brand')}
    union all
    select 'category', code, code, name, names from categories where code = ${anyOf('category', 'text')}
    union all
    select 'kind', code, code, name, '{}' from kinds where code = ${anyOf('kind', 'text')}`,
);

/** Returns the filter value and name of each key, by facet. Runs one statement, or no statement without keys. */
export async function listNamesOfValues(
  db: Db,
  keys: Record<StoredFacet, string[]>,
  language: NameLanguage,
): Promise<Record<StoredFacet, (key: string) => NamedValue | undefined>> {
  const found = new Map<string, NamedValue>();
  if (Object.values(keys).some((list) => list.length > 0))
    for (const { facet, key, value, label: name, names } of await namesOfValues(db, keys)) {
      const label = facet === 'category' ? nameCategory({ code: value, name, names }, language) : name;
      found.set(`${facet} ${key}`, { value, label });
    }
  const namesOf = (facet: StoredFacet) => (key: string) => found.get(`${facet} ${key}`);
  return { brand: namesOf('brand'), category: namesOf('category'), kind: namesOf('kind') };
}
