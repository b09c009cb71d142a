import { foldText, wordsOf } from '../platform/text/fold-text.ts';
import { matchParts, type Part } from './matched-parts.ts';
import type { Highlights } from './search-contract.ts';

/** Returns the parts of the shown name and brand that match a typed text, also inside words, because searches find these. */
export function findHighlights(
  { name, brand }: { name: string; brand?: string | null | undefined },
  q: string,
): Highlights {
  const typed = [...new Set(wordsOf(foldText(q)))];
  const [inName = [], inBrand = []] = matchParts([name, brand ?? ''], typed, true).parts;
  return { name: inName.map(toHighlight), brand: inBrand.map(toHighlight) };
}

const toHighlight = ([start, end]: Part): Highlights['name'][number] => ({ start, length: end - start });
