import type { FileRow } from '../reading/file-row.ts';
import { chooseName } from '../values/product-name.ts';
import { cleanText, cutText } from '../values/clean-text.ts';
import { listLocalized, type LocalizedText } from './off-row.ts';

type Texts = Record<string, string>;

const MOST_LANGUAGES = 40;
/** Of a language that is not the product's own. */
const LONGEST_INGREDIENTS = 5_000;

/** Names by language, but for the one that the product's name is in. */
export function readNames(row: FileRow, field: string, code: string, mainLang: string | null): Texts {
  return listTexts(row, field, mainLang, (text) => {
    const chosen = chooseName([text], code);
    return 'name' in chosen ? chosen.name : '';
  });
}

/** Ingredients by language, but for the one that the product's own are in. */
export function readIngredientsTexts(row: FileRow, mainLang: string | null): Texts {
  return listTexts(row, 'ingredients_text', mainLang, (text) =>
    cutText(cleanIngredients(text), LONGEST_INGREDIENTS),
  );
}

function listTexts(
  row: FileRow,
  field: string,
  mainLang: string | null,
  clean: (text: string) => string,
): Texts {
  const texts: Texts = {};
  for (const { text, lang } of listLocalized(row, field)) {
    if (lang === null || lang === mainLang || texts[lang]) continue;
    const cleaned = clean(text);
    if (cleaned !== '' && Object.keys(texts).length < MOST_LANGUAGES) texts[lang] = cleaned;
  }
  return texts;
}

/** The first that says anything. */
export function findIngredients(row: FileRow): LocalizedText | undefined {
  for (const { text, lang } of listLocalized(row, 'ingredients_text')) {
    const cleaned = cleanIngredients(text);
    if (cleaned !== '') return { text: cleaned, lang };
  }
  return undefined;
}

/** Contributors mark allergens as `_milk_`; the marks are no part of the text. */
function cleanIngredients(text: string): string {
  return cleanText(text).replaceAll(/_([^_]+)_/g, '$1');
}
