import type { SeededBug } from './seeded-bug.ts';

/** Minutes, quotas and what is written down of them. */
export const LIMIT_BUGS: SeededBug[] = [
  {
    name: 'counters without an end',
    file: 'src/access/limits/stores/limit-script.ts',
    from: "  redis.call('PEXPIRE', key, ${WINDOW_TTL_MS})\n",
    to: '',
    test: 'test/integration/limits/redis-limit-store.test.ts',
    named: 'every counter has an end of its own',
  },
  {
    name: 'limiter waits in an offline queue',
    file: 'src/access/limits/stores/redis-limit-store.ts',
    from: '    enableOfflineQueue: false,',
    to: '    enableOfflineQueue: true,',
    also: [
      { from: '    commandTimeout: 1_000,', to: '    commandTimeout: 600_000,' },
      { from: 'patienceMs = 50', to: 'patienceMs = 600_000' },
      { from: '    maxRetriesPerRequest: 0,', to: '    maxRetriesPerRequest: null,' },
    ],
    test: 'test/faults/api/limits.test.ts',
    named: 'an API that starts without Redis answers',
  },
  {
    name: 'a call refused for its rate uses quota',
    file: 'src/access/limits/stores/memory-limit-store.ts',
    from: "if (isOver || quota === 'look')",
    to: "if (quota === 'look')",
    test: 'test/integration/limits/limit-stores.test.ts',
    named: 'calls refused for their rate, and calls that only look, use no quota',
  },
  {
    name: 'an invalid key uses quota',
    file: 'src/access/limits/meter.ts',
    from: "caller.kind === 'invalid' ? 'look' : quota",
    to: 'quota',
    test: 'test/integration/limits/rate-limit.test.ts',
    named: 'an invalid key counts against the minute of its address',
  },
  {
    name: 'a lower figure overwrites a higher one',
    file: 'src/access/limits/usage-store.ts',
    from: 'set used = greatest(usage.used, excluded.used)',
    to: 'set used = excluded.used',
    test: 'test/integration/limits/usage-store.test.ts',
    named: 'a figure is raised, never lowered',
  },
  {
    name: 'what could not be written is forgotten',
    file: 'src/access/limits/stores/usage-checkpoint.ts',
    from: '    const batch = new Map(noted);\n',
    to: '    const batch = new Map(noted);\n    noted = new Map();\n',
    test: 'test/integration/limits/usage-store.test.ts',
    named: 'what a checkpoint could not write is written by the next one',
  },
  {
    name: 'submissions without a limit a day',
    file: 'src/access/limits/submission-limits.ts',
    from: '      await take(day, name);\n',
    to: '',
    test: 'test/integration/submissions/submission-limits.test.ts',
    named: 'submissions are 200 a day',
  },
  {
    name: 'back-flow uses quota',
    file: 'src/platform/http/callers/key-guard.ts',
    from: 'rateLimit(meter, { isFree: true })',
    to: 'rateLimit(meter)',
    test: 'test/integration/submissions/submission-limits.test.ts',
    named: 'back-flow counts for the limit per minute of the key, and uses no quota',
  },
];
