import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findChromium } from './test/support/browser/find-chromium.ts';

/** Rooms whose files run for minutes, the longest first. */
const LONG_ROOMS = ['faults', 'e2e', 'console', 'pages'];

/** What `npm test` takes from the long rooms: a start and stop of the whole program, the pages, three tours. */
const SAMPLE = [
  'test/e2e/npm-stop.test.ts',
  'test/pages/**/*.test.ts',
  'test/console/{review,lists,catalogue}.test.ts',
];
/** Left out on a machine without Chromium; the global setup says so. */
const IN_A_BROWSER = ['test/console/*.test.ts', 'test/pages/**/*.test.ts', 'test/e2e/new-fact.test.ts'];
const LEFT_OUT = findChromium() ? [] : IN_A_BROWSER;

/** Reads may not fail in it, and a read that waits 1.4 s for the processor fails: it runs after the other long tests. */
const ALONE = 'test/faults/fast-scenarios.test.ts';

const CONSOLE_UNITS = 'test/console/unit/**/*.test.{ts,tsx}';

const COMMON = {
  /** They end what hangs, and are no bound of anything: seconds on a quiet machine are minutes on a busy one. */
  testTimeout: 600_000,
  hookTimeout: 600_000,
  /** Files share what they import, which takes five seconds of a processor; databases, ports and clients are each file's own. */
  isolate: false,
};

const WITH_CONSOLE = { ...COMMON, globalSetup: ['test/support/build-console-once.ts'] };

/** Vitest begins with the largest files; the longest would come last, on one worker while the other has nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONG_ROOMS.findIndex((room) => moduleId.includes(`/test/${room}/`));
      return rank < 0 ? LONG_ROOMS.length : rank;
    };
    // A worker begins anew for a file of another project.
    return (await super.sort(files)).toSorted(
      (a, b) => rankOf(a) - rankOf(b) || a.project.name.localeCompare(b.project.name),
    );
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    teardownTimeout: 120_000,
    // One more than two cores: a worker waits for servers a third of its time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...COMMON,
          name: 'short',
          include: ['test/{unit,integration}/**/*.test.ts', CONSOLE_UNITS],
        },
      },
      { test: { ...WITH_CONSOLE, name: 'sample', include: SAMPLE, exclude: LEFT_OUT } },
      {
        test: {
          ...WITH_CONSOLE,
          name: 'long',
          include: LONG_ROOMS.map((room) => `test/${room}/**/*.test.{ts,tsx}`),
          exclude: [...SAMPLE, CONSOLE_UNITS, ALONE, ...LEFT_OUT],
        },
      },
      { test: { ...COMMON, name: 'alone', include: [ALONE], sequence: { groupOrder: 1 } } },
    ],
  },
});
