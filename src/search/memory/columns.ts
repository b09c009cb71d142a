import { createNumberLists, withPlace } from './tables/growing-arrays.ts';
import type { Saved } from './tables/saved-tables.ts';
import { createTextTable } from './tables/text-table.ts';

/** Tells of the place of a product whether a filter lets it through. */
export type PlaceTest = (place: number) => boolean;

/** What facets count: of each product a number, which stands for a value or for several. */
export interface CountedColumn {
  /** Adds to the count of each number how many of the places have it. */
  countAt: (places: Int32Array, counts: Int32Array) => void;
  /** Numbers are below it. */
  size: () => number;
  /** The values that a number stands for; absent where it is the value. */
  itemsOf?: (number: number) => Int32Array;
  /** The text of a value. */
  keyOf: (value: number) => string;
  /** The value of a text; undefined: no product had it. */
  numberOf: (key: string) => number | undefined;
  /** Whether the value says that there is none. */
  isNone: (value: number) => boolean;
}

/** A text of each product, of which many have the same, as a number. */
export function createColumn() {
  const known = createTextTable();
  /** As narrow as the numbers allow: a country or a grade of millions of products is a byte each. */
  let values: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Int32Array<ArrayBuffer> = new Uint8Array(
    1_024,
  );
  return {
    /** The number of the text, and whether no product had it before. */
    set(place: number, text: string): { number: number; isNew: boolean } {
      const before = known.size();
      const number = known.numberOf(text);
      if (number > 0xff && values instanceof Uint8Array) values = Uint16Array.from(values);
      if (number > 0xffff && values instanceof Uint16Array) values = Int32Array.from(values);
      values = withPlace(values, place);
      values[place] = number;
      return { number, isNew: number === before };
    },
    /** Of each number 1 when it is wanted, else 0: whether a product has one of these. */
    testNumbers:
      (wanted: Uint8Array): PlaceTest =>
      (place) =>
        wanted[values[place] as number] === 1,
    /** Whether a product has one of these texts: none where the list is empty, undefined where there is no list. */
    test(texts: readonly string[] | undefined): PlaceTest | undefined {
      if (!texts) return undefined;
      const wanted = new Uint8Array(known.size());
      for (const text of texts) {
        const number = known.find(text);
        if (number !== undefined) wanted[number] = 1;
      }
      return this.testNumbers(wanted);
    },
    numberOf: (text: string): number | undefined => known.find(text),
    numberAt: (place: number): number => values[place] as number,
    countAt(places: Int32Array, counts: Int32Array): void {
      const all = values;
      for (let i = 0; i < places.length; i++) (counts[all[places[i] as number] as number] as number)++;
    },
    keyOf: (number: number): string => known.textOf(number),
    isNone: (number: number): boolean => known.lengthOf(number) === 0,
    size: (): number => known.size(),
    save: (): Saved => ({ known: known.save(), values }),
    load(saved: Saved): void {
      known.load(saved['known'] as Saved);
      values = saved['values'] as typeof values;
    },
  };
}

/** A list of texts of each product, as JSON, of which many have the same; an empty text: not known. */
export function createListColumn() {
  const lists = createColumn();
  const items = createTextTable();
  /** By list its items. */
  const contents = createNumberLists();
  /** By item the numbers of the lists that hold it. */
  const holding = createNumberLists();

  /** Of each list the mark where it holds one of these, else the other mark. */
  const markHolding = (texts: readonly string[], mark: 0 | 1): Uint8Array => {
    const marks = new Uint8Array(lists.size()).fill(1 - mark);
    for (const text of texts) {
      const item = items.find(text);
      if (item !== undefined) for (const list of holding.valuesOf(item)) marks[list] = mark;
    }
    return marks;
  };

  return {
    set(place: number, json: string): void {
      const { number, isNew } = lists.set(place, json);
      if (!isNew || json === '') return;
      for (const text of new Set(JSON.parse(json) as string[])) {
        const item = items.numberOf(text);
        holding.add(item, number);
        contents.add(number, item);
      }
    },
    /** Whether the list of a product holds one of these. */
    test: (texts: readonly string[] | undefined): PlaceTest | undefined =>
      texts && lists.testNumbers(markHolding(texts, 1)),
    /** Whether the list of a product holds none of these, but the given mark. */
    testWithout(texts: readonly string[] | undefined, mark: string): PlaceTest | undefined {
      if (!texts) return undefined;
      const marked = markHolding([mark], 1);
      const marks = markHolding(texts, 0).map((holdsNone, list) => holdsNone & (marked[list] as number));
      return lists.testNumbers(marks);
    },
    countAt: (places: Int32Array, counts: Int32Array) => lists.countAt(places, counts),
    size: () => lists.size(),
    itemsOf: (list: number) => contents.valuesOf(list),
    numberOf: (text: string): number | undefined => items.find(text),
    keyOf: (item: number): string => items.textOf(item),
    isNone: (item: number): boolean => items.lengthOf(item) === 0,
    save: (): Saved => ({
      lists: lists.save(),
      items: items.save(),
      holding: holding.save(),
      contents: contents.save(),
    }),
    load(saved: Saved): void {
      lists.load(saved['lists'] as Saved);
      items.load(saved['items'] as Saved);
      holding.load(saved['holding'] as Saved);
      contents.load(saved['contents'] as Saved);
    },
  };
}
