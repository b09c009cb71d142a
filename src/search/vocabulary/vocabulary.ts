import { beginnings, beginningToken } from '../../index/index-tokens.ts';
import { trigramsOf } from '../similarity/word-similarity.ts';

/**
 * Every word of the index with its trigrams, in this process. It rewrites queries, like a spelling corrector; the
 * documents stay in the engine. Words only come, they never go: one that no document holds any more costs nothing.
 */
export interface Vocabulary {
  /** How many of these (distinct) trigrams each word has: counted once, for several questions. */
  share(trigrams: Iterable<number>): Shares;
  /** Words with the text inside them. */
  containing(text: string): string[];
  /** How a word of the vocabulary begins, the shortest beginning first. */
  beginningsOf(word: string): Beginning[];
  size(): number;
  add(word: string): void;
}

export interface Shares {
  /** Words that have so many of the trigrams, 1 or more. */
  atLeast(least: number): SharingWord[];
  /** Those of them that have this one of the trigrams, of 2 or more. */
  having(trigram: number, least: number): SharingWord[];
}

export interface SharingWord {
  word: string;
  /** Its own trigrams, in order. */
  trigrams: number[];
  count: number;
}

/** The first letters of words, one to three: one object for all words that begin so. */
export interface Beginning {
  token: string;
  /** So many words of the vocabulary begin so. */
  words: number;
}

/** The words that have a trigram, by their number: a list that grows. */
interface Postings {
  ids: Int32Array;
  length: number;
}

export function createVocabulary(): Vocabulary {
  const words: string[] = [];
  const trigramsByWord: number[][] = [];
  const postings = new Map<number, Postings>();
  const beginningsByText = new Map<string, Beginning>();
  const beginningsByWord = new Map<string, Beginning[]>();
  /** By word, all 0 but while words are counted: searches are planned one after another. */
  let counts = new Uint8Array(1_024);

  const sharingWord = (id: number, count: number): SharingWord => ({
    word: words[id] as string,
    trigrams: trigramsByWord[id] as number[],
    count,
  });

  const containing = (text: string): string[] => {
    if (Array.from(text).length < 3) return words.filter((word) => word.includes(text));
    // A word with the text inside has all trigrams of the text but those padded with blanks.
    const lists = trigramsOf(text)
      .slice(2, -1)
      .map((trigram) => postings.get(trigram) ?? NO_WORDS);
    const shortest = lists.reduce((a, b) => (b.length < a.length ? b : a), lists[0] ?? NO_WORDS);
    return Array.from(shortest.ids.subarray(0, shortest.length), (id) => words[id] as string).filter((word) =>
      word.includes(text),
    );
  };

  return {
    add(word) {
      const id = words.push(word) - 1;
      if (id >= counts.length) counts = new Uint8Array(counts.length * 2);
      const trigrams = trigramsOf(word);
      trigramsByWord.push(trigrams);
      beginningsByWord.set(
        word,
        beginnings(word).map((text) => {
          const beginning = beginningsByText.get(text) ?? { token: beginningToken(text), words: 0 };
          beginningsByText.set(text, beginning);
          beginning.words++;
          return beginning;
        }),
      );
      for (const trigram of new Set(trigrams)) append(postings, trigram, id);
    },
    share(trigrams) {
      const lists = Array.from(trigrams, (trigram) => postings.get(trigram) ?? NO_WORDS);
      // Of thousands of words that have one of the trigrams few have two.
      const more: number[] = [];
      for (const { ids, length } of lists) {
        for (let i = 0; i < length; i++) {
          const id = ids[i] as number;
          const count = (counts[id] as number) + 1;
          counts[id] = count;
          if (count === 2) more.push(id);
        }
      }
      const sharing = more.map((id) => sharingWord(id, counts[id] as number));
      counts.fill(0, 0, words.length);
      const withOne = (): SharingWord[] => {
        const others = new Set(lists.flatMap(({ ids, length }) => Array.from(ids.subarray(0, length))));
        for (const id of more) others.delete(id);
        return [...sharing, ...Array.from(others, (id) => sharingWord(id, 1))];
      };
      return {
        atLeast: (least) => (least < 2 ? withOne() : sharing.filter(({ count }) => count >= least)),
        having: (trigram, least) =>
          sharing.filter(({ count, trigrams: own }) => count >= least && own.includes(trigram)),
      };
    },
    beginningsOf: (word) => beginningsByWord.get(word) ?? [],
    containing,
    size: () => words.length,
  };
}

const NO_WORDS: Postings = { ids: new Int32Array(0), length: 0 };

function append(postings: Map<number, Postings>, trigram: number, id: number): void {
  const known = postings.get(trigram);
  if (!known) {
    postings.set(trigram, { ids: Int32Array.of(id), length: 1 });
    return;
  }
  if (known.length === known.ids.length) {
    const longer = new Int32Array(known.length * 2);
    longer.set(known.ids);
    known.ids = longer;
  }
  known.ids[known.length++] = id;
}
