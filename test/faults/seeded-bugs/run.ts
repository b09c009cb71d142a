import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { TestProject } from 'vitest/node';
import { copySources, findLostText, type CopiedSources } from '../../support/servers/copied-sources.ts';
import startServers from '../../support/global-setup.ts';
import { ACCIDENT_BUGS } from './accident-bugs.ts';
import { ACCOUNT_BUGS } from './account-bugs.ts';
import { CATALOGUE_BUGS } from './catalogue-bugs.ts';
import { HTTP_BUGS } from './http-bugs.ts';
import { IMPORT_BUGS } from './import-bugs.ts';
import { INDEX_BUGS } from './index-bugs.ts';
import { LIMIT_BUGS } from './limit-bugs.ts';
import { OPERATOR_BUGS } from './operator-bugs.ts';
import { QUALITY_BUGS } from './quality-bugs.ts';
import { REVIEW_BUGS } from './review-bugs.ts';
import { runTests } from './run-tests.ts';
import { SEARCH_BUGS } from './search-bugs.ts';
import type { SeededBug } from './seeded-bug.ts';

/**
 * Puts one known bug after the other into a copy of the sources, runs the test that is there to catch it, and expects
 * it to fail: a test that passes with its bug has no teeth. Before that all these tests must pass without any bug.
 * Exit code 1 when one is missed or cannot be put in. `npm run test:seeded-bugs -- [--list] [words of the names]`;
 * `--sample 12`: so many of them, others each day, or those of a `--seed` that was printed.
 */
const BUGS: Record<string, SeededBug[]> = {
  search: SEARCH_BUGS,
  index: INDEX_BUGS,
  catalogue: CATALOGUE_BUGS,
  quality: QUALITY_BUGS,
  import: IMPORT_BUGS,
  review: REVIEW_BUGS,
  accounts: ACCOUNT_BUGS,
  operators: OPERATOR_BUGS,
  limits: LIMIT_BUGS,
  http: HTTP_BUGS,
  accidents: ACCIDENT_BUGS,
};

/** Of a run without bugs, for each file; tests that wait for what a bug prevents are ended sooner. */
const FILE_LIMIT_MS = 180_000;
const SPARE_MS = 20_000;
const TIMES_SLOWER = 3;
const LANES = 2;
/** By the names under which tests get them; what else they get is no server of its own. */
const ADDRESSES = { postgresUrl: 'DATABASE_URL', redisUrl: 'REDIS_URL' } as const;

type NamedBug = SeededBug & { name: string };
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
  },
});
const all = Object.entries(BUGS)
  .flatMap(([area, bugs]) => bugs.map((bug): NamedBug => ({ ...bug, name: `${area}: ${bug.name}` })))
  .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const wanted =
  options.sample === undefined ? all : drawSample(all, Number(options.sample), Number(options.seed));

const changesOf = (bug: SeededBug) => [bug, ...(bug.also ?? [])];
const reasonOfLoss = (bug: SeededBug) => findLostText(bug.file, changesOf(bug));
const lost = wanted.flatMap((bug) => {
  const reason = reasonOfLoss(bug);
  return reason === undefined ? [] : [`LOST    ${bug.name}\n        ${reason}\n`];
});

if (options.list) {
  for (const { name, test, named } of wanted) process.stdout.write(`${name}\n        ${test}: ${named}\n`);
  process.stdout.write(`${lost.join('')}${wanted.length} bugs\n`);
  process.exitCode = lost.length === 0 ? 0 : 1;
} else if (wanted.length === 0) {
  process.stderr.write('No bug has such a name.\n');
  process.exitCode = 1;
} else {
  process.stdout.write(lost.join(''));
  const bugs = wanted.filter((bug) => reasonOfLoss(bug) === undefined);
  const counts = await Promise.all(divide(bugs).map(tryBugs));
  const caught = counts.reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${caught} of ${wanted.length} caught\n`);
  process.exitCode = caught === wanted.length ? 0 : 1;
}

/** So many of them, the same with the same seed, which is printed. */
function drawSample(bugs: readonly NamedBug[], count: number, seed: number): NamedBug[] {
  const length = Math.min(count, bugs.length);
  const samples = fc.shuffledSubarray([...bugs], { minLength: length, maxLength: length });
  process.stdout.write(`${length} of ${bugs.length} bugs, with seed ${seed}\n`);
  return fc.sample(samples, { seed, numRuns: 1 }).flat();
}

/** As many lanes as are worth it: each has sources and servers of its own, and waits for them half of its time. */
function divide(bugs: NamedBug[]): NamedBug[][] {
  const length = Math.max(1, Math.ceil(bugs.length / LANES));
  const lanes = Array.from({ length: LANES }, (_, lane) => bugs.slice(lane * length, (lane + 1) * length));
  return lanes.filter((lane) => lane.length > 0);
}

/** Returns how many are caught. */
async function tryBugs(bugs: readonly NamedBug[]): Promise<number> {
  return await withServers(async (environment) => {
    const tree = copySources();
    try {
      const sound = await findSoundBugs(tree, bugs, environment);
      return await countCaught(tree, sound, environment);
    } finally {
      tree.remove();
    }
  });
}

/** The servers of the tests, started once: each run would start its own. */
async function withServers<T>(work: (environment: Record<string, string>) => Promise<T>): Promise<T> {
  const environment: Record<string, string> = {};
  const provide = (name: string, value: unknown): void => {
    const server = value as string | { url: string; masterKey: string } | undefined;
    if (name === 'meilisearch' && typeof server === 'object') {
      Object.assign(environment, { MEILI_URL: server.url, MEILI_MASTER_KEY: server.masterKey });
    } else if (typeof server === 'string' && name in ADDRESSES) {
      environment[ADDRESSES[name as keyof typeof ADDRESSES]] = server;
    }
  };
  const stop = await startServers({ provide } as unknown as TestProject);
  try {
    return await work(environment);
  } finally {
    await stop();
  }
}

/** With the time that its file took without it, that of the start included: on a busy machine both take longer. */
type TimedBug = NamedBug & { tookMs: number };

/** The bugs whose tests pass without them, and how long their files took; the others are named. */
async function findSoundBugs(
  tree: CopiedSources,
  bugs: readonly NamedBug[],
  environment: Record<string, string>,
): Promise<TimedBug[]> {
  const files = [...new Set(bugs.map(({ test }) => test))];
  const named = [...new Set(bugs.map((bug) => bug.named))];
  const startedAt = performance.now();
  const { passed, failed, reason, tookMs } = await runTests(tree.path, files, named, {
    environment,
    timeLimitMs: files.length * FILE_LIMIT_MS,
  });
  const filesMs = [...tookMs.values()].reduce((sum, ms) => sum + ms, 0);
  const startMs = performance.now() - startedAt - filesMs;
  return bugs.flatMap((bug) => {
    const { name, named: text } = bug;
    const isBroken = failed.some((test) => test.includes(text));
    if (!isBroken && passed.some((test) => test.includes(text)))
      return [{ ...bug, tookMs: startMs + (tookMs.get(bug.test) ?? 0) }];
    const why = isBroken ? `its test fails without it: ${reason}` : `no test is named: ${text}`;
    process.stdout.write(`UNSOUND ${name}\n        ${why.slice(0, 300)}\n`);
    return [];
  });
}

async function countCaught(
  tree: CopiedSources,
  bugs: readonly TimedBug[],
  environment: Record<string, string>,
): Promise<number> {
  let caught = 0;
  for (const bug of bugs) {
    const restore = tree.replace(bug.file, ...changesOf(bug));
    const { hasFailed, reason } = await runTests(tree.path, [bug.test], [bug.named], {
      environment,
      timeLimitMs: SPARE_MS + Math.round(TIMES_SLOWER * bug.tookMs),
    });
    restore();
    if (hasFailed) caught += 1;
    process.stdout.write(
      `${hasFailed ? 'caught ' : 'MISSED '} ${bug.name}\n        ${bug.test}: ${bug.named}\n        ${reason.slice(0, 160)}\n`,
    );
  }
  return caught;
}
