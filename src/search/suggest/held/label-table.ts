import { foldText } from '../../../text/fold-text.ts';
import { runThrough } from '../../memory/in-turns.ts';
import { createNameTable } from '../../memory/name-table.ts';
import { createWordTable } from '../../memory/word-table.ts';
import { createRankedNames, type Near } from './ranked-names.ts';

/** A name under which many products are found. */
export interface Label {
  text: string;
  /** Products in use. */
  count: number;
}

/** Brands, or categories, by their keys. Those without a product are never found. */
export interface LabelTable<K, L extends Label> {
  /** Adds one, or takes the place of what was known of it. */
  put(key: K, label: L): void;
  setCount(key: K, count: number): void;
  /** See `RankedNames`. */
  find(typed: readonly string[], wanted: number): Near<L>;
}

interface Entry<L> {
  label: L;
  name: number;
}

export function createLabelTable<K, L extends Label>(): LabelTable<K, L> {
  const words = createWordTable();
  const names = createNameTable(words);
  const entries = new Map<K, Entry<L>>();
  /** By name; several categories may have one name. */
  const byName: Set<Entry<L>>[] = [];
  const rankOf = (name: number): number => {
    let most = 0;
    for (const { label } of byName[name] ?? []) most = Math.max(most, label.count);
    return most;
  };
  const ranked = createRankedNames(words, names, rankOf);
  const labelsOf = (found: number[], wanted: number): L[] =>
    found
      .flatMap((name) => Array.from(byName[name] ?? [], ({ label }) => label))
      .filter(({ count }) => count > 0)
      .slice(0, wanted);

  return {
    put(key, label) {
      const known = entries.get(key);
      if (known) byName[known.name]?.delete(known);
      const entry = { label, name: names.numberOf(foldText(label.text)) };
      // One name at a time is little: all of them would keep the next who looks waiting.
      runThrough(names.settle());
      entries.set(key, entry);
      (byName[entry.name] ??= new Set()).add(entry);
      ranked.put(entry.name, label.count);
    },
    setCount(key, count) {
      const entry = entries.get(key);
      if (!entry) return;
      entry.label.count = count;
      ranked.put(entry.name, count);
    },
    find(typed, wanted) {
      const { asTyped, findWithTypo } = ranked.find(typed, wanted);
      return {
        asTyped: labelsOf(asTyped, wanted),
        findWithTypo: () => labelsOf(findWithTypo(), wanted),
      };
    },
  };
}
