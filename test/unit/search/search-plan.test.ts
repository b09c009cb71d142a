import { describe, expect, it } from 'vitest';
import { estimateTotal, sampleRequest } from '../../../src/search/meilisearch/estimate-total.ts';
import { createPageMemory } from '../../../src/search/meilisearch/page-memory.ts';
import { and, anyOf, NONE } from '../../../src/search/plan/filter.ts';
import { createPlanCache } from '../../../src/search/plan/plan-cache.ts';
import { planQuery } from '../../../src/search/plan/query-plan.ts';
import { MAX_SEARCHES } from '../../../src/search/planner-limits.ts';
import { createVocabulary } from '../../../src/search/vocabulary/vocabulary.ts';
import { coverWords } from '../../../src/search/vocabulary/word-cover.ts';
import { queryTrigrams, trigramsOf, wordSimilarity } from '../../../src/search/similarity/word-similarity.ts';

const vocabularyOf = (...words: string[]) => {
  const vocabulary = createVocabulary();
  for (const word of words) vocabulary.add(word);
  return vocabulary;
};

describe('the vocabulary', () => {
  const vocabulary = vocabularyOf('tomato', 'tomate', 'tomatillo', 'potato', 'thé');

  it('tells which words share so many trigrams, again and again the same', () => {
    const shared = () =>
      vocabulary
        .share(trigramsOf('tomato'))
        .atLeast(4)
        .map(({ word, count }) => `${word} ${count}`)
        .sort();
    expect(shared()).toEqual(['tomate 5', 'tomatillo 5', 'tomato 7']);
    expect(shared()).toEqual(['tomate 5', 'tomatillo 5', 'tomato 7']);
  });

  it('tells which of them have one trigram for certain', () => {
    const ending = trigramsOf('tomato').at(-1);
    const words = vocabulary
      .share(trigramsOf('tomato'))
      .having(ending as number, 2)
      .map(({ word }) => word);
    expect(words.sort()).toEqual(['potato', 'tomato']);
    expect(
      vocabulary
        .share(trigramsOf('tomato'))
        .atLeast(7)
        .map(({ word }) => word),
    ).toEqual(['tomato']);
  });

  it('counts words by their beginning', () => {
    expect(vocabulary.beginningsOf('tomato').map(({ token, words }) => [token, words])).toEqual([
      ['^t', 4],
      ['^to', 3],
      ['^tom', 3],
    ]);
    expect(vocabulary.beginningsOf('x')).toEqual([]);
  });

  it('lets a beginning stand for words only where it stands for all of them', () => {
    expect([...coverWords(['tomato', 'tomate', 'tomatillo'], vocabulary)]).toEqual(['^to']);
    expect([...coverWords(['tomato', 'tomate'], vocabulary)]).toEqual(['tomato', 'tomate']);
  });
});

describe('the plan of a query', () => {
  const vocabulary = vocabularyOf('tomato', 'tomate', 'tomatillo', 'potato', 'sauce', 'saucy', 'xyz');

  it('asks for words by their exact similarity, best first', () => {
    const plan = planQuery('tomato', vocabulary);
    const bounds = plan?.above(0).map(({ bound }) => bound) ?? [];
    expect(bounds).toEqual([...bounds].sort((a, b) => b - a));
    expect(plan?.first[0]).toEqual({ filter: anyOf('tokens', ['tomato']), bound: 1, isExact: true });
    expect(bounds).toContain(wordSimilarity(queryTrigrams('tomato'), 'tomate'));
  });

  it('leaves out what cannot reach a similarity', () => {
    for (const text of ['tomato', 'tomato sauce', 'tomato sauce xyz']) {
      const above = planQuery(text, vocabulary)?.above(0.6) ?? [];
      expect(above.length, text).toBeGreaterThan(0);
      expect(
        above.filter(({ bound }) => bound <= 0.6),
        text,
      ).toEqual([]);
    }
  });

  it('counts a word that is enough as certain, and words that may stand apart as possible', () => {
    const plan = planQuery('sauce xyz', vocabulary);
    expect(plan?.certain).toEqual(anyOf('tokens', ['sauce']));
    expect(plan?.possible.key).toContain('^x');
  });

  it('is none for a text without letters and digits', () => {
    expect(planQuery('%!', vocabulary)).toBe(undefined);
  });
});

describe('the pages of a search', () => {
  const ranked = (...ids: string[]) => ids.map((id) => ({ id }));

  it('go on from what was shown, though a deeper look finds a better product', () => {
    const memory = createPageMemory();
    expect(memory.pageOf('q', ranked('a', 'c'), 0, 2)).toEqual(ranked('a', 'c'));
    expect(memory.pageOf('q', ranked('a', 'b', 'c', 'd'), 2, 2)).toEqual(ranked('b', 'd'));
    expect(memory.pageOf('q', ranked('a', 'b', 'c', 'd', 'e'), 4, 2)).toEqual(ranked('e'));
  });

  it('are those of the ranking for somebody who begins anew, or in the middle', () => {
    const memory = createPageMemory();
    memory.pageOf('q', ranked('a', 'c'), 0, 2);
    expect(memory.pageOf('q', ranked('a', 'b', 'c'), 0, 2)).toEqual(ranked('a', 'b'));
    expect(memory.pageOf('other', ranked('a', 'b', 'c'), 2, 2)).toEqual(ranked('c'));
  });
});

describe('what the pages of a search have shown', () => {
  const ranked = (...ids: string[]) => ids.map((id) => ({ id }));

  it('is forgotten when there are too many other searches since', () => {
    const memory = createPageMemory();
    const first = () => memory.pageOf('q', ranked('a', 'c'), 0, 2);
    const goOn = () => memory.pageOf('q', ranked('a', 'b', 'c', 'd'), 2, 2);
    const others = (count: number) => {
      for (let i = 0; i < count; i++) memory.pageOf(`other ${i}`, ranked('a'), 0, 2);
    };
    first();
    others(MAX_SEARCHES - 1);
    expect(goOn()).toEqual(ranked('b', 'd'));
    others(MAX_SEARCHES);
    expect(goOn()).toEqual(ranked('c', 'd'));
  });
});

describe('a plan that was made before', () => {
  it('is used again until there are new words; that of one letter a little longer', () => {
    const vocabulary = vocabularyOf('tomato', 'tea');
    const planOf = createPlanCache(vocabulary);
    const [word, letter] = [planOf('tomato'), planOf('t')];
    expect(planOf('tomato')).toBe(word);
    vocabulary.add('tomate');
    expect(planOf('tomato')).not.toBe(word);
    expect(planOf('t')).toBe(letter);
  });
});

describe('the total of a search', () => {
  const counted = { text: 'tomato', possible: anyOf('tokens', ['soup']), certain: 10, others: 4 };
  const sample = {
    hits: [],
    total: 4,
    names: [['Tomato soup', 3] as [string, number], ['Nothing like it', 1] as [string, number]],
  };

  it('is what matches for certain when nothing else can', () => {
    const alone = { ...counted, possible: NONE, others: 0 };
    expect(sampleRequest(alone)).toBeUndefined();
    expect(estimateTotal(alone, undefined)).toBe(10);
  });

  it('is exact when the names of all that may match have been looked at', () => {
    expect(sampleRequest(counted)).toMatchObject({ filter: counted.possible, names: true });
    expect(estimateTotal(counted, sample)).toBe(13);
  });

  it('is estimated from a sample of them when they are many', () => {
    const many = { ...counted, others: 16_000 };
    expect(sampleRequest(many)).toMatchObject({
      filter: and(counted.possible, anyOf('tokens', ['#0'])),
    });
    expect(estimateTotal(many, sample)).toBe(10 + 12_000);
  });
});
