import { listIngredients } from '../../facts/ingredients/list-ingredients.ts';
import type { AnsweredProduct, Product } from './product-contract.ts';

/**
 * Returns the first wanted language that has a text, or undefined for the main text. Checks own properties only, because
 * callers name the languages.
 */
export function findLanguage(
  wanted: readonly string[],
  texts: Readonly<Record<string, string>>,
): string | undefined {
  return wanted.find((lang) => Object.hasOwn(texts, lang));
}

/**
 * Returns a product as an answer about it has it: name and ingredients each in the most wanted language that exists.
 * @param fields those that the answer has; undefined: all
 */
export function showProduct(
  product: Product,
  { languages, fields }: { languages: readonly string[]; fields: readonly string[] | undefined },
): AnsweredProduct {
  const shown = showInLanguage(product, languages);
  // Reading a list costs more than each other field.
  if (fields && !fields.includes('ingredients')) return shown;
  const { archive_kind: kind, ingredients_text: text } = shown;
  return { ...shown, ingredients: kind === 'food' && text !== null ? listIngredients(text) : [] };
}

function showInLanguage(product: Product, wanted: readonly string[]): Product {
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

/** Returns the texts by language, including the main text. */
export function withMainText(
  texts: Record<string, string>,
  lang: string | null,
  text: string | null,
): Record<string, string> {
  return lang === null || text === null ? texts : { ...texts, [lang]: text };
}
