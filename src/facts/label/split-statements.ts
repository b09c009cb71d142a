import { STATEMENT_PHRASE, TRACE_PHRASE, TRACE_SIGNS } from '../../data/ingredients/trace-phrases.ts';
import { foldLetters } from '../../platform/text/fold-text.ts';
import { splitLines } from '../../platform/text/split-lines.ts';
import { findLongestTerm } from './find-term.ts';
import { listTokens } from './label-tokens.ts';
import { recognizeLanguages, type TextLanguages } from './text-languages.ts';

/** A part of a text, folded. */
interface Statement {
  text: string;
  /** Its place in the whole folded text. */
  from: number;
  /** It names what may be there in traces. */
  isTrace: boolean;
}

/**
 * Splits a text at its statements about traces, whose phrases are left out. A statement ends with its sentence, line or
 * bracket, at its verb, or at a word or heading that begins another one. In doubt it ends.
 * @param isTraceList the text is the label's list of traces: what stands alone is one
 */
export function splitStatements(text: string, isTraceList: boolean): Statement[] {
  const folded = foldLetters(joinLines(text));
  if (!isTraceList && !TRACE_PHRASE.test(folded)) return [{ text: folded, from: 0, isTrace: false }];
  const languages = recognizeLanguages(listTokens(folded));
  const statements: Statement[] = [];
  let isTrace = isTraceList;
  let [from, depth, outerDepth] = [0, 0, 0];
  /** Whether the statement has named an allergen before `readTo`. */
  let hasNamed = false;
  let readTo = 0;
  const turn = (toTrace: boolean, end: number, next = end) => {
    if (end > from) statements.push({ text: folded.slice(from, end), from, isTrace });
    if (toTrace && !isTrace) outerDepth = depth;
    [isTrace, from, readTo, hasNamed] = [toTrace, next, next, false];
  };
  for (const { 0: sign, index, groups = {} } of folded.matchAll(TRACE_SIGNS)) {
    const end = index + sign.length;
    if (groups['begins'] !== undefined) turn(true, index, end);
    else if (groups['ends'] !== undefined) turn(false, index);
    else if (groups['sentence'] !== undefined) turn(isTraceList, end);
    else if (groups['verb'] !== undefined) {
      if (isTrace) turn(isTraceList, index, end);
    } else if ('([{'.includes(sign)) depth += 1;
    else if (sign !== ':') {
      depth -= 1;
      if (isTrace && depth < outerDepth) turn(isTraceList, end);
    } else if (isTrace) {
      const named = findNamed(folded.slice(readTo, index), languages);
      if (named === 'before' || (hasNamed && named === undefined)) turn(false, end);
      hasNamed ||= named !== undefined;
      readTo = index;
    }
  }
  turn(false, folded.length);
  return statements;
}

/** Returns a text with one line end between its lines. A word that goes on in the next line is one word: `pea-`, `nuts`. */
export const joinLines = (text: string): string => splitLines(text).join('\n').replaceAll(BROKEN_WORD, '');

/** Not the hyphen of `Milch-` before `und Sojaprotein`. */
export const NO_LINK =
  '(?!(?:und|oder|bzw|and|or|et|ou|en|of|och|eller|og|e|o|y|i|UND|ODER|AND|ET)(?!\\p{L}))';
const BROKEN_WORD = new RegExp(
  String.raw`(?:(?<=\p{Ll})-\n(?=\p{Ll})|(?<=\p{Lu})-\n(?=\p{Lu}))${NO_LINK}`,
  'gu',
);

/** Returns whether a text is a statement such as `may contain milk, nuts`, and no plain list of names. */
export const isStatement = (text: string): boolean => STATEMENT_PHRASE.test(foldLetters(text));

/**
 * Returns where the words before a colon name an allergen: `before` other words, as in `milk Topping:`, which is a
 * heading.
 */
function findNamed(words: string, languages: TextLanguages): 'before' | 'last' | undefined {
  const tokens = listTokens(words);
  let named: 'before' | 'last' | undefined;
  for (let at = 0; at < tokens.length;) {
    const term = findLongestTerm(tokens, at, languages);
    if (term?.meanings.some(({ contains }) => contains)) named = 'last';
    else if (named) named = 'before';
    at = term?.end ?? at + 1;
  }
  return named;
}
