import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createAnswerWait } from '../../../src/access/limits/stores/wait-for-answer.ts';

const silence = () => new Promise<never>(() => undefined);
const after = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(value), ms);
  });

test('an answer and a refusal are passed on', async () => {
  const inTime = createAnswerWait(1_000);
  expect(await inTime(Promise.resolve('yes'))).toBe('yes');
  await expect(inTime(Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('a server that says nothing is given up', async () => {
  const inTime = createAnswerWait(20);
  const startedAt = performance.now();
  await expect(inTime(silence())).rejects.toThrow('no answer within 20 ms');
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(19);
});

test('an answer that lies unread while this process is busy has come in time', async () => {
  const inTime = createAnswerWait(5);
  const answer = inTime(stat(fileURLToPath(import.meta.url)));
  const until = performance.now() + 60;
  while (performance.now() < until);
  expect((await answer).isFile()).toBe(true);
});

test('the last of a long line of calls is not given up while others are answered', async () => {
  const inTime = createAnswerWait(60);
  const answers = Array.from({ length: 20 }, (_, index) => inTime(after(index * 15, index)));
  expect(await Promise.all(answers)).toHaveLength(20);
});

test('one that is never answered is given up once the others have been', async () => {
  const inTime = createAnswerWait(20);
  const lost = inTime(silence());
  await Promise.all([10, 25, 40].map((ms) => inTime(after(ms, ms))));
  await expect(lost).rejects.toThrow('no answer');
});
