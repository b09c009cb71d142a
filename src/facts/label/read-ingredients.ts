import type { AnimalOrigin, WordMeaning } from '../../data/ingredients/ingredient-words.ts';
import { isStated } from '../../data/ingredients/markets.ts';
import { findLongestTerm } from './find-term.ts';
import { listTokens, type Token, type WordToken } from './label-tokens.ts';

/** The allergens and ingredients, by code, that a text names or may hide. */
export interface IngredientReading {
  /** Every word was understood, at least one is an ingredient, and the text is not cut off. */
  isRead: boolean;
  named: Set<string>;
  /** Named only in a sentence about traces. */
  traces: Set<string>;
  /** May be contained in something like `starch`, or is named near a denial. */
  maybe: Set<string>;
  /** Part of an unknown word. */
  suspected: Set<string>;
  /** Which cereals or tree nuts are named, by allergen code. */
  kinds: Map<string, Set<string>>;
  has: Set<string>;
  mayHave: Set<string>;
  /** The animal origins of the named ingredients. */
  origins: Set<AnimalOrigin>;
  /** May contain ingredients that no market requires on labels, such as flavours or spices. */
  isOpaque: boolean;
  /** Mentions traces. */
  tellsTraces: boolean;
  /** The unknown words. */
  unread: string[];
}

/** Length limits of database columns: a text of exactly this length is probably cut off. */
const CUT_LENGTHS = new Set([254, 255]);

/**
 * Reads a list of ingredients in any language of `src/data/ingredients`, with the words of all languages at once.
 * When in doubt, it reports too many allergens and too few understood texts.
 */
export function readIngredients(text: string): IngredientReading {
  const reading = startReading();
  if (text === '') return reading;
  const tokens = listTokens(text);
  const isWhole = new Reader(tokens, reading).read();
  for (const code of reading.named) reading.traces.delete(code);
  reading.isRead =
    isWhole &&
    reading.unread.length === 0 &&
    !CUT_LENGTHS.has(text.trim().length) &&
    !/[�]|\w\?\w/u.test(text);
  return reading;
}

function startReading(): IngredientReading {
  return {
    isRead: false,
    named: new Set(),
    traces: new Set(),
    maybe: new Set(),
    suspected: new Set(),
    kinds: new Map(),
    has: new Set(),
    mayHave: new Set(),
    origins: new Set(),
    isOpaque: false,
    tellsTraces: false,
    unread: [],
  };
}

/** The greatest distance in tokens between a name and its denial. */
const DENIED_WITHIN = 2;

class Reader {
  readonly #tokens: readonly Token[];
  readonly #reading: IngredientReading;
  #depth = 0;
  /** The bracket depth at which a sentence about traces began; undefined outside one. */
  #tracesFrom: number | undefined;
  #hasIngredient = false;

  constructor(tokens: readonly Token[], reading: IngredientReading) {
    this.#tokens = tokens;
    this.#reading = reading;
  }

  /** Returns whether the text names an ingredient and is not cut off. */
  read(): boolean {
    let at = 0;
    while (at < this.#tokens.length) at = this.#readToken(at);
    const last = this.#tokens.findLast(({ type }) => type !== 'end');
    const isOpen = last?.type === 'break' || last?.type === 'colon' || last?.type === 'open';
    return this.#hasIngredient && !isOpen && this.#depth <= 0;
  }

  #readToken(at: number): number {
    const token = this.#tokens[at];
    if (token?.type === 'word') return this.#readWord(at, token);
    if (token?.type === 'open') this.#depth += 1;
    if (token?.type === 'close') {
      this.#depth -= 1;
      if (this.#tracesFrom !== undefined && this.#depth < this.#tracesFrom) this.#tracesFrom = undefined;
    }
    if (token?.type === 'end') this.#tracesFrom = undefined;
    return at + 1;
  }

  #readWord(at: number, token: WordToken): number {
    const match = findLongestTerm(this.#tokens, at);
    if (!match) {
      // A single letter is an elided article or a vitamin.
      if (token.word.length > 1) this.#noteUnread(token);
      return at + 1;
    }
    if (match.meanings.some(({ traces }) => traces)) {
      this.#tracesFrom ??= this.#depth;
      this.#reading.tellsTraces = true;
    }
    if (!match.meanings.every(({ filler }) => filler)) this.#hasIngredient = true;
    const isDenied = this.#isDenied(at, match.end);
    for (const meaning of match.meanings) this.#note(meaning, at, match.end, isDenied);
    return match.end;
  }

  #note(meaning: WordMeaning, at: number, end: number, isDenied: boolean): void {
    const { named, traces, maybe, kinds, has, mayHave, origins } = this.#reading;
    const isTrace = this.#tracesFrom !== undefined;
    for (const code of meaning.contains ?? []) {
      if (isDenied) maybe.add(code);
      else (isTrace ? traces : named).add(code);
      if (meaning.kind && !isDenied && !isTrace)
        kinds.set(code, (kinds.get(code) ?? new Set()).add(meaning.kind));
    }
    for (const code of meaning.has ?? []) (isTrace || isDenied ? mayHave : has).add(code);
    if (meaning.unless && this.#stands(meaning.unless, at, end)) return;
    for (const code of meaning.maybe ?? []) maybe.add(code);
    for (const code of meaning.mayHave ?? []) mayHave.add(code);
    if (meaning.opaque) this.#reading.isOpaque = true;
    // Only allergens make it a trace statement: `May contain sugar, honey` is about ingredients.
    const isAllergen = meaning.contains?.some((code) => isStated(code)) ?? false;
    if (meaning.diet && !(isTrace && isAllergen))
      origins.add(isDenied || isTrace ? 'maybe-meat' : meaning.diet);
  }

  #noteUnread({ word, hidden }: WordToken): void {
    const { unread, suspected, mayHave, origins } = this.#reading;
    unread.push(word);
    for (const { contains = [], has = [], diet } of hidden) {
      for (const code of contains) suspected.add(code);
      for (const code of has) mayHave.add(code);
      if (diet) origins.add('maybe-meat');
    }
  }

  /**
   * Returns whether one of these words is next to the name. Behind the name, brackets, numbers and words such as `of`
   * are skipped.
   */
  #stands(neighbours: ReadonlySet<string>, at: number, end: number): boolean {
    const isOne = (token: Token | undefined) =>
      token?.type === 'word' && token.forms.some((form) => neighbours.has(form));
    const before = this.#tokens[at - 1];
    const isJoint = before?.type === 'colon' || before?.type === 'open';
    if (isOne(isJoint ? this.#tokens[at - 2] : before)) return true;
    let next = end;
    while (this.#isSkipped(this.#tokens[next])) next += 1;
    return isOne(this.#tokens[next]);
  }

  #isSkipped(token: Token | undefined): boolean {
    if (token?.type !== 'word')
      return token !== undefined && token.type !== 'break' && token.type !== 'end' && token.type !== 'close';
    return token.word.length === 1 || (token.term?.meanings.every(({ filler }) => filler) ?? false);
  }

  #isDenied(at: number, end: number): boolean {
    for (let step = 1; step <= DENIED_WITHIN; step += 1) {
      if (this.#denies(at - step, 'next')) return true;
      if (this.#tokens[at - step]?.type !== 'word') break;
    }
    return this.#denies(end, 'previous');
  }

  #denies(at: number, which: 'next' | 'previous'): boolean {
    const token = this.#tokens[at];
    if (token?.type !== 'word') return false;
    return token.term?.meanings.some(({ negates }) => negates === which) ?? false;
  }
}
