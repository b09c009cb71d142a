import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBackgroundPace } from '../../../indexer/drain/background-pace.ts';
import { createPace } from '../../../indexer/reconcile/pace.ts';

const SHARE = 0.1;

it('rests so long that the work takes its share of the time and no more', async () => {
  const inPace = createPace(SHARE, new AbortController().signal);
  let workMs = 0;
  const startedAt = performance.now();
  for (let piece = 0; piece < 3; piece++) {
    await inPace(async () => {
      const beganAt = performance.now();
      await sleep(10);
      workMs += performance.now() - beganAt;
    });
  }
  expect(workMs / (performance.now() - startedAt)).toBeLessThanOrEqual(SHARE * 1.02);
});

it('ends its rest when it is stopped, and begins nothing more', async () => {
  const stopping = new AbortController();
  // Its rest would be a day.
  const inPace = createPace(1e-7, stopping.signal);
  let pieces = 0;
  const work = async () => {
    pieces++;
    await sleep(10);
    stopping.abort();
  };
  await expect(inPace(work)).rejects.toThrow(/abort/);
  await expect(inPace(work)).rejects.toThrow(/abort/);
  expect(pieces).toBe(1);
});

it('gives an import the engine while nobody changes anything, and small batches, one at a time, while somebody does', () => {
  let now = 0;
  const background = createBackgroundPace(() => now);
  const rights = () => [background.mostDocuments(), background.mostInFlight()];
  background.noteBatch(1_000, 900, 0);
  expect(rights()).toEqual([1_000, 2]);
  background.noteChange();
  expect(rights()).toEqual([333, 1]);
  // The engine has become faster; what it took for a few documents says nothing.
  background.noteBatch(150, 100, 0);
  background.noteBatch(2, 90, 0);
  expect(rights()).toEqual([450, 1]);
  background.noteBatch(450, 990, 0);
  expect(rights()).toEqual([136, 1]);
  now = 61_000;
  expect(rights()).toEqual([1_000, 2]);
});

it('sends large batches where the engine needs long for small ones, too, and tries a small one a minute later', () => {
  let now = 0;
  const background = createBackgroundPace(() => now);
  background.noteChange();
  background.noteBatch(1_000, 1_700, 0);
  expect(background.mostDocuments()).toBe(176);
  background.noteBatch(176, 1_600, 0);
  expect(background.mostDocuments()).toBe(1_000);
  background.noteBatch(1_000, 1_500, 0);
  expect(background.mostDocuments()).toBe(1_000);
  now = 61_000;
  background.noteChange();
  expect(background.mostDocuments()).toBe(200);
  background.noteBatch(200, 100, 0);
  expect(background.mostDocuments()).toBe(600);
});

it('sends many batches at once where few take long, and tries few a minute later', () => {
  let now = 0;
  const background = createBackgroundPace(() => now);
  background.noteBatch(1_000, 1_700, 1);
  expect(background.mostInFlight()).toBe(20);
  background.noteChange();
  expect(background.mostInFlight()).toBe(1);
  now = 61_000;
  expect(background.mostInFlight()).toBe(2);
  // The engine merged these: their time says nothing of few.
  for (let others = 2; others < 20; others++) background.noteBatch(1_000, 5_000, others);
  expect(background.mostInFlight()).toBe(2);
  background.noteBatch(1_000, 800, 0);
  expect(background.mostInFlight()).toBe(2);
  background.noteBatch(1_000, 1_200, 1);
  expect(background.mostInFlight()).toBe(20);
});

it('learns nothing of the size of a batch from many that the engine merged', () => {
  const background = createBackgroundPace(() => 0);
  background.noteBatch(1_000, 900, 0);
  background.noteBatch(1_000, 20_000, 19);
  background.noteChange();
  expect(background.mostDocuments()).toBe(333);
});
