import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ApiClient } from '../../../console/api/api-client.ts';
import { createSubmissionHold, type SubmissionHold } from '../../../console/review/desk/submission-hold.ts';

const CLAIM = { operator_id: 'ada', email: 'ada@example.org', expires_at: '2026-01-01T00:00:00Z' };

/** A hold whose service answers claims on command, and its requests in order. */
function createHold(): { hold: SubmissionHold; asked: string[]; answer: (isGiven: boolean) => void } {
  const asked: string[] = [];
  let answer: (isGiven: boolean) => void = () => undefined;
  const promise = new Promise<unknown>((resolve, reject) => {
    answer = (isGiven) => (isGiven ? resolve({ claim: CLAIM }) : reject(new Error('somebody was faster')));
  });
  const post = async (path: string, { path: { id } }: { path: { id: string } }) => {
    asked.push(`${path.split('/').at(-1)} ${id}`);
    return path.endsWith('/claim') && id === 'slow' ? await promise : { claim: CLAIM };
  };
  return {
    hold: createSubmissionHold({ post } as unknown as ApiClient, new QueryClient()),
    asked,
    answer: (isGiven) => answer(isGiven),
  };
}

it('gives back what is left, or closed, while its claim is still being asked for', async () => {
  for (const leave of [
    (hold: SubmissionHold) => hold.moveTo('other'),
    (hold: SubmissionHold) => hold.close(),
  ]) {
    const { hold, asked, answer } = createHold();
    const claiming = hold.claim('slow');
    leave(hold);
    answer(true);
    await claiming;
    expect(asked).toEqual(['claim slow', 'release slow']);
  }
});

it('keeps the submission that is open when the answer for the one before comes late', async () => {
  const { hold, asked, answer } = createHold();
  const claiming = hold.claim('slow');
  await hold.claim('next');
  answer(true);
  await claiming;
  hold.close();
  expect(asked).toEqual(['claim slow', 'release slow', 'claim next', 'release next']);
});

it('gives nothing back that it did not get', async () => {
  const { hold, asked, answer } = createHold();
  const claiming = hold.claim('slow');
  answer(false);
  await claiming;
  hold.close();
  expect(asked).toEqual(['claim slow']);
});
