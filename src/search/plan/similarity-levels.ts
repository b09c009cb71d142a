import type { CandidateGroup } from './candidate-group.ts';
import { ALL, and, anyOf, NONE, or, type Filter } from './filter.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { coverWords, createCover } from '../vocabulary/word-cover.ts';

/** The pieces of names of one similarity. */
interface Level {
  words: string[];
  /** Boundaries beside which a piece is, by key, with the words that must then be there too; undefined: any word. */
  seams: Map<string, { seam: Filter; beside: Set<string> | undefined }>;
}

/** Collects pieces of names by their exact similarity to the query. */
export interface SimilarityLevels {
  /** A word comes once, at its own similarity. */
  addWord(word: string, similarity: number): void;
  /** Without a word the seam alone has the similarity. */
  addSeam(seam: Filter, word: string | undefined, similarity: number): void;
  /** Best first. */
  groups(): CandidateGroup[];
  /** All documents of all levels: those with a word that is enough, and those that need a seam. */
  matching(): { certain: Filter; possible: Filter };
}

export function createSimilarityLevels(vocabulary: Vocabulary): SimilarityLevels {
  const levels = new Map<number, Level>();
  const levelOf = (similarity: number): Level => {
    let level = levels.get(similarity);
    if (!level) levels.set(similarity, (level = { words: [], seams: new Map() }));
    return level;
  };
  return {
    addWord: (word, similarity) => void levelOf(similarity).words.push(word),
    addSeam(seam, word, similarity) {
      if (seam === NONE) return;
      const { seams } = levelOf(similarity);
      const known = seams.get(seam.key);
      if (word === undefined) seams.set(seam.key, { seam, beside: undefined });
      else if (known) known.beside?.add(word);
      else seams.set(seam.key, { seam, beside: new Set([word]) });
    },
    groups() {
      const cover = createCover(vocabulary);
      return [...levels]
        .sort(([a], [b]) => b - a)
        .flatMap(([bound, { words, seams }]) => {
          cover.add(words);
          const whole = anyOf('tokens', cover.tokensOf(words));
          const overSeams = filterOfSeams(seams);
          // A word and the seam beside it may be at two places of a name: then it is less similar.
          return [
            ...(whole === NONE ? [] : [{ filter: whole, bound, isExact: true }]),
            ...(overSeams === NONE ? [] : [{ filter: overSeams, bound, isExact: false }]),
          ];
        });
    },
    matching() {
      const words = [...levels.values()].flatMap((level) => level.words);
      const known = new Set(words);
      const overSeams = [...levels.values()].map(({ seams }) => filterOfSeams(seams, known));
      return {
        certain: anyOf('tokens', coverWords(words, vocabulary)),
        possible: or(...overSeams),
      };
    },
  };
}

/** Words that are found without their seam are left out. */
function filterOfSeams(seams: Level['seams'], except?: Set<string>): Filter {
  const seamsOfWords = new Map<string, { words: Filter; seams: Filter[] }>();
  for (const { seam, beside } of seams.values()) {
    const words = beside
      ? anyOf(
          'tokens',
          [...beside].filter((word) => !except?.has(word)),
        )
      : ALL;
    const known = seamsOfWords.get(words.key);
    if (known) known.seams.push(seam);
    else seamsOfWords.set(words.key, { words, seams: [seam] });
  }
  return or(...[...seamsOfWords.values()].map((one) => and(or(...one.seams), one.words)));
}
