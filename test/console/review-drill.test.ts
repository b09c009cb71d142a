import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsoleStack, type ConsoleStack } from '../support/browser/console-stack.ts';
import { drillReview } from '../support/review/review-drill.ts';

const SUBMISSIONS = 20;
const MAX_KEYS_EACH = 1.3;

describe('the review drill, short', () => {
  let stack: ConsoleStack;

  beforeAll(async () => {
    stack = await startConsoleStack();
  });
  afterAll(() => stack.stop());

  it('decides submissions of every kind as they were seen, takes all back, and decides them again', async () => {
    const open = async () => (await stack.signIn('reviewer', '/review')).page;
    const report = await drillReview(stack.db, open, SUBMISSIONS);
    expect(report.faults).toEqual([]);
    expect(report.undoKeys).toBe(SUBMISSIONS);
    expect(report.keys / report.submissions).toBeLessThanOrEqual(MAX_KEYS_EACH);
  });
});
