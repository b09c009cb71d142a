import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../../console/api/api-problem.ts';
import { createQueryClient } from '../../../console/api/query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // On a server it would repeat nothing.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => true);
});

/** A page that reads once as it opens; `answer` gets the number of the call, from 1. */
function watch(answer: (call: number) => string) {
  let calls = 0;
  const observer = new QueryObserver(createQueryClient(), {
    queryKey: ['deliveries'],
    queryFn: () => Promise.resolve().then(() => answer((calls += 1))),
  });
  observer.subscribe(() => undefined);
  return { calls: () => calls, read: () => observer.getCurrentResult() };
}

const away = () => new ApiProblem('unavailable', 'Try again later.', { status: 503 });

it('reads again by itself what failed while the service was away for long', async () => {
  const page = watch((call) => {
    if (call <= 5) throw away();
    return 'three deliveries';
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(page.read().error).toEqual(away());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.read()).toMatchObject({ data: 'three deliveries', error: null });
  const calls = page.calls();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(page.calls()).toBe(calls);
});

it('does not ask again for what was refused', async () => {
  const page = watch(() => {
    throw new ApiProblem('not_found', 'There is no such webhook.', { status: 404 });
  });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(page.calls()).toBe(1);
});
