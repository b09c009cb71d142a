import descriptions from '../../data/ingredients/descriptions.json' with { type: 'json' };
import type { WordMeaning } from '../../data/ingredients/ingredient-words.ts';
import { isStated } from '../../data/ingredients/markets.ts';
import { BEGINS_CONTAINED, IS_INGREDIENTS } from '../../data/ingredients/trace-phrases.ts';
import { findLongestTerm, listMeanings, type FoundTerm } from './find-term.ts';
import { startReading, type IngredientReading } from './ingredient-reading.ts';
import { listTokens, type Token, type WordToken } from './label-tokens.ts';
import { NO_LINK, splitStatements } from './split-statements.ts';
import { recognizeLanguages, type TextLanguages } from './text-languages.ts';

/** Length limits of database columns: a text of exactly this length is probably cut off. */
const CUT_LENGTHS = new Set([254, 255]);

/**
 * Reads a list of ingredients. A word of a language that the text is not in may name an allergen, but is not understood
 * otherwise. When in doubt, it reports too many allergens and too few understood texts.
 * @param isTraceList see `splitStatements`
 */
export function readIngredients(text: string, { isTraceList = false } = {}): IngredientReading {
  const reading = startReading();
  if (text === '') return reading;
  const statements = splitStatements(text, isTraceList).map((one) => ({
    ...one,
    tokens: listTokens(one.text),
  }));
  const isWhole = new Reader(statements, reading).read();
  for (const code of reading.named) reading.traces.delete(code);
  reading.isRead =
    isWhole &&
    reading.unread.length === 0 &&
    !CUT_LENGTHS.has(text.trim().length) &&
    !LOST_LETTERS.test(text) &&
    !LEFT_OUT.test(text) &&
    !SPLIT_WORD.test(text);
  return reading;
}

/** Characters that were lost, and pictures and rare letters that are no words for the reader. */
const LOST_LETTERS = /[�\u{1f300}-\u{1faff}\u{20000}-\u{3ffff}]|\?[\p{L}\d]/u;
const LEFT_OUT = /\.{2}|…/u;
/** A hyphen at the end of a line that is no line any more: `shell- fish`, but not `Kokos- und Kuhmilch`. */
const SPLIT_WORD = new RegExp(String.raw`\p{L}- (?=\p{L})${NO_LINK}`, 'u');

/** Reads one ingredient of a list in known languages, with its brackets. */
export function readIngredient(text: string, languages: TextLanguages): IngredientReading {
  const reading = startReading();
  const isWhole = new Reader([{ tokens: listTokens(text), isTrace: false }], reading, languages).read();
  reading.isRead = isWhole && reading.unread.length === 0 && !LOST_LETTERS.test(text);
  return reading;
}

/** Letters of alphabets in which one letter is no name: an elided article or a vitamin. */
const LETTER = /^[a-zа-яα-ω]$/u;
/** No language elides to these, so that the blank behind is a misread one: `w heat`. */
const NEVER_ALONE = /^[bfhprw]$/;
const ELIDED = /^[dl]$/;
/** Between an amount and what it is of, and between milk and its amount of fat. */
const OF = new Set(['of', 'd', 'de', 'di', 'von', 'van', 'af', 'av']);
const WITH = new Set(['with', 'mit', 'avec', 'a', 'con', 'met', 'com', 'med']);

/**
 * Folded words, without their plural in `s`, that only describe an ingredient, name its task or tell of the whole
 * product, in any language: a text of these alone is no list of ingredients.
 */
const DESCRIPTIONS: ReadonlySet<string> = new Set(descriptions.flatMap((line) => line.split(', ')));

const isWord = ({ type }: Token): boolean => type === 'word';

class Reader {
  readonly #tokens: readonly Token[];
  /** For each token, whether it is in a statement about traces. */
  readonly #isTrace: readonly boolean[];
  readonly #languages: TextLanguages;
  /** It is of a list, so that words such as `preservative` are an ingredient. */
  readonly #isItem: boolean;
  readonly #reading: IngredientReading;
  readonly #found: (FoundTerm | null)[] = [];
  #hasIngredient = false;
  /** Behind `contains` is not all, unless ingredients came before or their heading follows. */
  #isContained = false;
  /** Behind the last denial. */
  #deniedAt = -1;
  /** In the sentence of a denial nothing is sure to be an ingredient: `no colours or preservatives`. */
  #isDenying = false;

  constructor(
    statements: readonly { tokens: readonly Token[]; isTrace: boolean }[],
    reading: IngredientReading,
    languages?: TextLanguages,
  ) {
    // No name spans two statements.
    const parts = statements.map(({ tokens, isTrace }, place) => ({
      tokens: place === 0 || !tokens.some(isWord) ? tokens : [{ type: 'break' } as const, ...tokens],
      isTrace,
    }));
    this.#tokens = parts.flatMap(({ tokens }) => tokens);
    this.#isTrace = parts.flatMap(({ tokens, isTrace }) => tokens.map(() => isTrace));
    this.#isItem = languages !== undefined;
    this.#languages = languages ?? recognizeLanguages(this.#tokens);
    this.#reading = reading;
  }

  /** Returns whether the text names an ingredient and is not cut off. */
  read(): boolean {
    for (let at = 0; at < this.#tokens.length;) {
      const token = this.#tokens[at];
      if (token?.type === 'end') this.#isDenying = false;
      at = token?.type === 'word' ? this.#readWord(at, token) : at + 1;
    }
    const count = (type: Token['type']) => this.#tokens.filter((token) => token.type === type).length;
    const last = this.#tokens.findLast(({ type }) => type !== 'end');
    const isOpen =
      last?.type === 'break' || last?.type === 'colon' || last?.type === 'open' || this.#links(last);
    return this.#hasIngredient && !isOpen && count('open') <= count('close');
  }

  #readWord(at: number, token: WordToken): number {
    const match = this.#findTerm(at);
    if (!match) {
      if (!LETTER.test(token.word) || this.#isSpaced(at)) this.#noteUnread(token);
      return at + 1;
    }
    if (!match.isUnderstood && token.word.length > 1) this.#reading.unread.push(token.word);
    const isDenied = at === this.#deniedAt || this.#denies(match.end, 'previous');
    const isName = match.meanings.some(({ filler, negates }) => !filler && !negates);
    this.#noteContained(at, token);
    const isListed = this.#isItem || (!this.#isContained && !this.#isDescription(at, match.end));
    if (isName && isListed && !isDenied && !this.#isDenying && !this.#isTrace[at]) this.#hasIngredient = true;
    for (const meaning of match.meanings) this.#note(meaning, at, match.end, isDenied);
    if (this.#denies(at, 'next')) {
      this.#deniedAt = match.end;
      this.#isDenying = true;
    }
    return match.end;
  }

  #noteContained(at: number, { word }: WordToken): void {
    if (this.#hasIngredient) return;
    if (BEGINS_CONTAINED.test(word)) this.#isContained = true;
    else if (this.#tokens[at + 1]?.type === 'colon' && IS_INGREDIENTS.test(word)) this.#isContained = false;
  }

  /** Returns whether words only describe an ingredient, or tell of the whole product: `pure`, `frozen food`. */
  #isDescription(at: number, end: number): boolean {
    return this.#tokens
      .slice(at, end)
      .every(
        (token) =>
          token.type === 'word' &&
          (DESCRIPTIONS.has(token.word) || DESCRIPTIONS.has(token.word.replace(/s$/, ''))),
      );
  }

  #note(meaning: WordMeaning, at: number, end: number, isDenied: boolean): void {
    const { named, traces, maybe, kinds, has, origins } = this.#reading;
    const isTrace = this.#isTrace[at] ?? false;
    for (const code of meaning.contains ?? []) {
      if (isDenied) maybe.add(code);
      else (isTrace ? traces : named).add(code);
      if (meaning.kind && !isDenied && !isTrace)
        kinds.set(code, (kinds.get(code) ?? new Set()).add(meaning.kind));
    }
    if (isTrace || isDenied) this.#noteMayHave(meaning.has);
    else for (const code of meaning.has ?? []) has.add(code);
    if (meaning.unless && this.#stands(meaning.unless, at, end)) return;
    if (meaning.isPart && (isDenied || this.#isPart(at, end))) return;
    for (const code of meaning.maybe ?? []) maybe.add(code);
    this.#noteMayHave(meaning.mayHave);
    this.#noteMayHave(meaning.dish, !isTrace && !isDenied);
    if (meaning.opaque) this.#reading.isOpaque = true;
    // Only allergens make it a trace statement: `May contain sugar, honey` is about ingredients.
    const isAllergen = meaning.contains?.some((code) => isStated(code)) ?? false;
    if (isTrace && isAllergen) this.#reading.tellsTraces = true;
    if (meaning.diet && !(isTrace && isAllergen))
      origins.add(isDenied || isTrace ? 'maybe-meat' : meaning.diet);
  }

  #noteMayHave(codes: readonly string[] = [], isOfDish = false): void {
    const { mayHave, mayHaveByItself } = this.#reading;
    for (const code of codes) {
      mayHave.add(code);
      if (!isOfDish) mayHaveByItself.add(code);
    }
  }

  #noteUnread({ word, hidden }: WordToken): void {
    const { unread, suspected, origins } = this.#reading;
    unread.push(word);
    for (const { contains = [], has = [], diet } of hidden) {
      for (const code of contains) suspected.add(code);
      this.#noteMayHave(has);
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
    if (token.word.length === 1) return ELIDED.test(token.word);
    return (
      token.term !== undefined &&
      !this.#links(token) &&
      listMeanings(token.term, this.#languages).every(({ filler }) => filler)
    );
  }

  #links(token: Token | undefined): boolean {
    if (token?.type !== 'word' || !token.term) return false;
    return listMeanings(token.term, this.#languages).some(({ links }) => links);
  }

  /** Returns whether letters of a word stand apart: `m i l k`, `w heat`. */
  #isSpaced(at: number): boolean {
    const isLetter = (token: Token | undefined) =>
      token?.type === 'word' && LETTER.test(token.word) && !ELIDED.test(token.word);
    const token = this.#tokens[at];
    if (isLetter(token) && (isLetter(this.#tokens[at - 1]) || isLetter(this.#tokens[at + 1]))) return true;
    return (
      token?.type === 'word' &&
      NEVER_ALONE.test(token.word) &&
      this.#tokens[at - 1]?.type !== 'number' &&
      this.#tokens[at + 1]?.type === 'word'
    );
  }

  /** Returns whether a number before the word tells how much of it is in milk: `milk, 3.5 % fat`, `3.5 % fat milk`. */
  #isPart(at: number, end: number): boolean {
    const isOne = (place: number, words: ReadonlySet<string>) => {
      const token = this.#tokens[place];
      return token?.type === 'word' && words.has(token.word);
    };
    const number = isOne(at - 1, OF) ? at - 2 : at - 1;
    if (this.#tokens[number]?.type !== 'number') return false;
    if (this.#isMilk(end)) return true;
    let last = number - 1;
    const type = this.#tokens[last]?.type;
    if (type === 'break' || type === 'open' || isOne(last, WITH)) last -= 1;
    let from = last + 1;
    while (this.#tokens[from - 1]?.type === 'word' && !this.#links(this.#tokens[from - 1])) from -= 1;
    while (from <= last) {
      if (this.#isMilk(from)) return true;
      from = this.#findTerm(from)?.end ?? from + 1;
    }
    return false;
  }

  #isMilk(at: number): boolean {
    return this.#findTerm(at)?.meanings.some(({ contains }) => contains?.includes('milk')) ?? false;
  }

  /** Returns whether the term at this place denies the word before or behind it, and no other. */
  #denies(at: number, which: 'next' | 'previous'): boolean {
    return this.#findTerm(at)?.meanings.some(({ negates }) => negates === which) ?? false;
  }

  #findTerm(at: number): FoundTerm | undefined {
    // A term is looked for where it stands, and as a denial of the terms beside it.
    const known = this.#found[at];
    if (known !== undefined) return known ?? undefined;
    const found = findLongestTerm(this.#tokens, at, this.#languages);
    this.#found[at] = found ?? null;
    return found;
  }
}
