import { allOf, anyOf, oneOf } from './filter-expression.ts';
import type { CandidateGroup } from './candidate-group.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { coverWords, createCover } from '../vocabulary/word-cover.ts';

/** The pieces of names of one similarity. */
interface Level {
  words: string[];
  /** Borders beside which a piece is, with the words that must then be there too; none: any word. */
  seams: Map<string, Set<string> | undefined>;
}

/** Collects pieces of names by their exact similarity to the query. */
export interface SimilarityLevels {
  /** A word comes once, at its own similarity. */
  addWord(word: string, similarity: number): void;
  /** `seam` is a filter; without a word the seam alone has the similarity. */
  addSeam(seam: string | undefined, word: string | undefined, similarity: number): void;
  /** Best first. */
  groups(): CandidateGroup[];
  /** All documents of all levels: those with a word that is enough, and those that need a seam. */
  matching(): { certain: string | undefined; possible: string | undefined };
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
      if (seam === undefined) return;
      const { seams } = levelOf(similarity);
      if (word === undefined) seams.set(seam, undefined);
      else if (!seams.has(seam)) seams.set(seam, new Set([word]));
      else seams.get(seam)?.add(word);
    },
    groups() {
      const cover = createCover(vocabulary);
      return [...levels]
        .sort(([a], [b]) => b - a)
        .flatMap(([bound, { words, seams }]) => {
          cover.add(words);
          const whole = anyOf('tokens', cover.tokensOf(words));
          const overBorders = filterOfSeams(seams);
          // A word and the seam beside it may be at two places of a name: then it is less similar.
          return [
            ...(whole ? [{ filter: whole, bound, isExact: true }] : []),
            ...(overBorders ? [{ filter: overBorders, bound, isExact: false }] : []),
          ];
        });
    },
    matching() {
      const words = [...levels.values()].flatMap((level) => level.words);
      const known = new Set(words);
      const overBorders = [...levels.values()].map(({ seams }) => filterOfSeams(seams, known));
      return {
        certain: anyOf('tokens', coverWords(words, vocabulary)),
        possible: oneOf(...new Set(overBorders)),
      };
    },
  };
}

/** Words that are found without their seam are left out. */
function filterOfSeams(seams: Level['seams'], except?: Set<string>): string | undefined {
  const seamsOfWords = new Map<string | undefined, string[]>();
  for (const [seam, beside] of seams) {
    const further = beside && [...beside].filter((word) => !except?.has(word));
    if (further?.length === 0) continue;
    const filter = further && anyOf('tokens', further);
    const known = seamsOfWords.get(filter);
    if (known) known.push(seam);
    else seamsOfWords.set(filter, [seam]);
  }
  return oneOf(
    ...[...seamsOfWords].map(([words, all]) => (words ? allOf(oneOf(...all), words) : oneOf(...all))),
  );
}
