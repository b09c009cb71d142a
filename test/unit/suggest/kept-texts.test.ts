import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../src/search/suggest/candidates.ts';
import { createKeptTexts } from '../../../src/search/suggest/held/kept-texts.ts';

const product = (id: string, text: string): Candidate => ({
  type: 'product',
  id,
  text,
  brand: null,
  gtin: null,
  rank: 0.5,
});

describe('texts that are kept', () => {
  it('are read once, and again after a change', async () => {
    const kept = createKeptTexts();
    const asked: string[][] = [];
    const read = (ids: readonly string[]) => {
      asked.push([...ids]);
      return Promise.resolve(ids.map((id) => product(id, `${id} as read ${asked.length}`)));
    };
    await kept.find(['a', 'b'], read);
    expect(await kept.find(['a', 'c'], read)).toEqual([
      product('a', 'a as read 1'),
      product('c', 'c as read 2'),
    ]);
    kept.forget('a');
    expect(await kept.find(['a', 'b'], read)).toEqual([
      product('b', 'b as read 1'),
      product('a', 'a as read 3'),
    ]);
    kept.forgetAll();
    await kept.find(['b'], read);
    expect(asked).toEqual([['a', 'b'], ['c'], ['a'], ['b']]);
  });

  it('are not those of before a change that came while they were read', async () => {
    const kept = createKeptTexts();
    await kept.find(['a'], () => {
      kept.forget('a');
      return Promise.resolve([product('a', 'old')]);
    });
    expect(await kept.find(['a'], () => Promise.resolve([product('a', 'new')]))).toEqual([
      product('a', 'new'),
    ]);
  });

  it('are asked for again of a product that was not in use', async () => {
    const kept = createKeptTexts();
    expect(await kept.find(['a'], () => Promise.resolve([]))).toEqual([]);
    expect(await kept.find(['a'], () => Promise.resolve([product('a', 'approved')]))).toHaveLength(1);
  });
});
