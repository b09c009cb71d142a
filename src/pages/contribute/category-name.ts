import type { PageContext } from '../page.ts';
import { findCategory } from './fill-form.ts';

/** Returns the name of a category in the reader's language. */
export async function nameCategory({ ask, texts }: PageContext, wanted: string): Promise<string | undefined> {
  const { items } = await ask('getCategoryTree', { query: { lang: texts.language } });
  return findCategory(items, ({ code }) => code === wanted)?.name;
}
