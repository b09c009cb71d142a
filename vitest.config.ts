import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Rooms whose files run for minutes, the longest first. */
const LONG_ROOMS = ['faults', 'e2e', 'console', 'pages'];

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
    globalSetup: ['test/support/global-setup.ts'],
    teardownTimeout: 120_000,
    // Two cores: more workers only wait for each other, and for the servers.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // The limits of time end what hangs, and are no bound of anything.
    projects: [
      {
        test: {
          // Minutes on a quiet machine are many more on a busy one.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          name: 'long',
          globalSetup: ['test/support/build-console-once.ts'],
          include: LONG_ROOMS.map((room) => `test/${room}/**/*.test.{ts,tsx}`),
        },
      },
      {
        test: {
          testTimeout: 120_000,
          hookTimeout: 180_000,
          name: 'short',
          include: ['test/{unit,integration}/**/*.test.ts'],
          // Files share what they import, a third of the time otherwise; databases, ports and clients are each file's own.
          isolate: false,
        },
      },
    ],
  },
});
