import { sql } from 'drizzle-orm';
import { nameCategory, NAME_LANGUAGES, type NamedCategory } from '../../data/names/names.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { foldText, wordsOf } from '../../platform/text/fold-text.ts';

export interface SearchedCategory extends NamedCategory {
  synonyms: readonly string[];
}

/** Returns the folded words of these categories' names in all languages and of their synonyms, each once. */
export function wordsOfCategories(categories: readonly SearchedCategory[]): string {
  const names = categories.flatMap((category) => [
    ...NAME_LANGUAGES.map((language) => nameCategory(category, language)),
    ...category.synonyms,
  ]);
  return [...new Set(names.flatMap((name) => wordsOf(foldText(name))))].join(' ');
}

/** Returns the words of each category and the categories above it, by path: of all, or of those with these paths. */
export async function listCategoryWords(
  db: Db | Tx,
  only?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const codes = only && [...new Set(only.flatMap((path) => path.split('/')))];
  const { rows } = await db.execute<{ path: string } & SearchedCategory & Record<string, unknown>>(
    sql`select path, code, name, names, synonyms from categories
      ${codes ? sql`where code = any(${sql.param(codes)}::text[])` : sql``}`,
  );
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const paths = only ? new Set(only) : rows.map(({ path }) => path);
  return new Map(
    Array.from(paths, (path) => [
      path,
      wordsOfCategories(path.split('/').flatMap((code) => byCode.get(code) ?? [])),
    ]),
  );
}
