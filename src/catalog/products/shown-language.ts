import type { Product } from './product-contract.ts';

/**
 * The first language of those wanted in which there is a text; undefined: what is shown anyway will do. Own keys alone:
 * callers name the languages.
 */
export function findLanguage(
  wanted: readonly string[],
  texts: Readonly<Record<string, string>>,
): string | undefined {
  return wanted.find((lang) => Object.hasOwn(texts, lang));
}

/** A product with name and ingredients in the language wanted most of those that each is held in. */
export function showInLanguage(product: Product, wanted: readonly string[]): Product {
  const nameLang = findLanguage(wanted, product.names);
  const ingredientsLang = findLanguage(wanted, product.ingredients_texts);
  if (nameLang === undefined && ingredientsLang === undefined) return product;
  const shown = { ...product };
  if (nameLang !== undefined) {
    shown.name = product.names[nameLang] ?? product.name;
    shown.name_lang = nameLang;
  }
  if (ingredientsLang !== undefined) {
    shown.ingredients_text = product.ingredients_texts[ingredientsLang] ?? null;
    shown.ingredients_lang = ingredientsLang;
  }
  return shown;
}

/** Texts by language, with the one that is shown unless another is wanted. */
export function withMainText(
  texts: Record<string, string>,
  lang: string | null,
  text: string | null,
): Record<string, string> {
  return lang === null || text === null ? texts : { ...texts, [lang]: text };
}
