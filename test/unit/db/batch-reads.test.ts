import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { batchReads } from '../../../src/platform/db/batch-reads.ts';
import type { Db } from '../../../src/platform/db/client.ts';

const database = () => ({}) as Db;

function recordReads(fail?: Error) {
  const reads: string[][] = [];
  const find = batchReads(async (_db, keys) => {
    reads.push([...keys]);
    if (fail) throw fail;
    await turn();
    return new Map(keys.filter((key) => key !== 'gone').map((key) => [key, `value of ${key}`]));
  });
  return { reads, find };
}

describe('what is asked for in the same turn', () => {
  test('is read with one statement, and each gets its own', async () => {
    const { reads, find } = recordReads();
    const db = database();
    const found = await Promise.all(['a', 'gone', 'b', 'a'].map((key) => find(db, key)));
    expect(found).toEqual(['value of a', undefined, 'value of b', 'value of a']);
    expect(reads).toEqual([['a', 'gone', 'b', 'a']]);
  });

  test('is read again for anyone who asks later, also while it is being read', async () => {
    const { reads, find } = recordReads();
    const db = database();
    const first = find(db, 'a');
    while (reads.length === 0) await turn();
    await Promise.all([first, find(db, 'a')]);
    expect(reads).toEqual([['a'], ['a']]);
  });

  test('is read of each database apart', async () => {
    const { reads, find } = recordReads();
    await Promise.all([find(database(), 'a'), find(database(), 'b')]);
    expect(reads).toEqual([['a'], ['b']]);
  });

  test('is no more than a hundred at once', async () => {
    const { reads, find } = recordReads();
    const db = database();
    await Promise.all(Array.from({ length: 101 }, (_, at) => find(db, String(at))));
    expect(reads.map(({ length }) => length)).toEqual([100, 1]);
  });

  test('fails for all of them, and not for those after them', async () => {
    const failure = new Error('no connection');
    const { reads, find } = recordReads(failure);
    const db = database();
    const settled = await Promise.allSettled([find(db, 'a'), find(db, 'b')]);
    expect(settled.map((one) => one.status === 'rejected' && one.reason)).toEqual([failure, failure]);
    await expect(find(db, 'c')).rejects.toThrow(failure);
    expect(reads).toEqual([['a', 'b'], ['c']]);
  });
});
