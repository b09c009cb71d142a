import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeFailure, StartError } from '../../../src/embedded/describe-failure.ts';

test.each([
  ['of our own files', () => writeFile('/dev/full', 'a')],
  ['of a server', () => Promise.reject(new Error('FATAL:  could not write: No space left on device'))],
])('a full disk %s is named, and other advice is not given', async (_, write) => {
  const cause: unknown = await write().catch((error: unknown) => error);
  const error = new StartError('This cannot be used: choose another DATA_DIR.', { cause });
  expect(describeFailure(error)).toMatch(
    /^The disk is full \(.+\): give its volume space, then try again\.$/,
  );
  expect(describeFailure(error)).not.toContain('DATA_DIR');
});
