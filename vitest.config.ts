import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Rooms whose files run for minutes, the longest first. */
const LONG_ROOMS = ['faults', 'e2e', 'console'];

/** Vitest begins with the largest files; the longest would come last, on one worker while the other has nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONG_ROOMS.findIndex((room) => moduleId.includes(`/test/${room}/`));
      return rank < 0 ? LONG_ROOMS.length : rank;
    };
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Two cores: more workers only wait for each other, and for the servers.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
