import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { prepareStatement } from '../../platform/db/prepare-statement.ts';
import { products } from '../../platform/db/schema/catalogue.ts';
import { withMainText } from './shown-language.ts';

/** Returns the names of each product: in its main language and in other languages. */
export async function listNames(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { lang: string | null; names: Record<string, string> }>> {
  const rows = await namesOfProducts(db, { ids });
  return new Map(
    rows.map(({ id, name, lang, names }) => [id, { lang, names: withMainText(names ?? {}, lang, name) }]),
  );
}

const namesOfProducts = prepareStatement<{
  id: string;
  name: string;
  lang: string | null;
  names: Record<string, string> | null;
}>(
  'list_names',
  sql`
    select ${products.id} as id, ${products.name} as name, ${products.facts}->>'name_lang' as lang,
      ${products.facts}->'names' as names
    from ${products} where ${products.id} = any(${sql.placeholder('ids')}::uuid[])`,
);
