import { INGREDIENT_CODES } from '../../data/ingredients/ingredient-codes.ts';
import { listForms } from '../../data/ingredients/ingredient-words.ts';
import { listNamedCodes, releasedNames } from '../../data/names/names.ts';
import { foldText } from '../../platform/text/fold-text.ts';

const E_NUMBER = /^e[\s-]?(\d{3,4}[a-z]?)(?: ?\(?(i{1,3}|iv|vi?)\)?)?$/;

/** Our codes by folded name: additives in all languages, and other ingredients in English. */
const CODES = buildCodes();

function buildCodes(): ReadonlyMap<string, string | undefined> {
  const codes = new Map<string, string | undefined>(
    INGREDIENT_CODES.map((code) => [code.replaceAll('-', ' '), code]),
  );
  for (const code of listNamedCodes('additives')) {
    for (const name of Object.values(releasedNames('additives', code))) {
      for (const form of listForms(foldText(name))) {
        const known = codes.get(form);
        // `e101` is what `e101i` is as well; other names of two additives are of neither.
        if (known === undefined && !codes.has(form)) codes.set(form, code);
        else if (known?.startsWith('e') && !code.startsWith(known)) codes.set(form, undefined);
        else if (known && !known.startsWith('e')) codes.set(form, code);
      }
    }
  }
  return codes;
}

/** Returns the code of the ingredient with exactly this name, or null if no code has it. */
export function findIngredientId(name: string): string | null {
  const folded = foldText(name);
  const [, number, part = ''] = E_NUMBER.exec(folded) ?? [];
  return number === undefined ? (CODES.get(folded) ?? null) : `e${number}${part}`;
}
