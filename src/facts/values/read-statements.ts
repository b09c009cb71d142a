import { saysNone } from '../../data/ingredients/none-words.ts';
import { ALLERGEN_CODES } from '../registry/fact-codes.ts';
import { FACTS } from '../registry/fact-registry.ts';
import { splitCodes, type SplitCodes } from './split-codes.ts';

const { most, longest } = FACTS.allergens.parts.allergens_other.value;

/** Converts the items of a list of allergens or traces to codes; others stay texts, also whole sentences. */
export function readStatements(items: readonly string[]): SplitCodes {
  const { codes, others } = splitCodes(items, ALLERGEN_CODES);
  return { codes, others: keepStatements(others) };
}

/**
 * Returns the items without those such as `none`. What is too long is cut into several items, so that nothing of it is
 * lost.
 */
export function keepStatements(items: readonly string[]): string[] {
  return items
    .filter((item) => !saysNone(item))
    .flatMap(cutItem)
    .slice(0, most);
}

/** Cuts where a list can be cut: behind a sentence, else behind a comma or word. */
function cutItem(text: string): string[] {
  if (text.length <= longest) return text === '' ? [] : [text];
  const start = text.slice(0, longest);
  const place =
    ['\n', '. ', ', ', ' '].map((sign) => start.lastIndexOf(sign)).find((at) => at > 0) ?? longest - 1;
  return [text.slice(0, place + 1).trim(), ...cutItem(text.slice(place + 1).trim())];
}
