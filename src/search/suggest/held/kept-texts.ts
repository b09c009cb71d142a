import { LRUCache } from 'lru-cache';
import { KEPT_TEXTS, SUGGESTIONS_FRESH_S } from '../../search-limits.ts';
import type { Candidate } from '../candidates.ts';

/** Texts of products as they were suggested last: the best ones are suggested again and again while people type. */
export interface KeptTexts {
  /** What is kept of these products; `read` is asked for the others: one that it does not give is no longer in use. */
  find(ids: readonly string[], read: (ids: readonly string[]) => Promise<Candidate[]>): Promise<Candidate[]>;
  /** Says that a product changed. */
  forget(id: string): void;
  /** Says that some product changed. */
  forgetAll(): void;
}

interface Kept {
  /** Null while it is being read, and for a product that is not in use. */
  text: Candidate | null;
}

export function createKeptTexts(): KeptTexts {
  const kept = new LRUCache<string, Kept>({ max: KEPT_TEXTS, ttl: SUGGESTIONS_FRESH_S * 1_000 });
  return {
    async find(ids, read) {
      const known: Candidate[] = [];
      const asked = new Map<string, Kept>();
      for (const id of ids) {
        const text = kept.get(id)?.text;
        if (text) known.push(text);
        else asked.set(id, { text: null });
      }
      if (asked.size === 0) return known;
      // What changes while it is read is forgotten: its place is not this one then, and it is read again.
      for (const [id, place] of asked) kept.set(id, place);
      const found = await read([...asked.keys()]);
      for (const text of found) {
        const place = text.type === 'product' ? asked.get(text.id) : undefined;
        if (place) place.text = text;
      }
      return [...known, ...found];
    },
    forget: (id) => void kept.delete(id),
    forgetAll: () => kept.clear(),
  };
}
