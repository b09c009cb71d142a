import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/**
 * Puts one known bug after the other into a copy of the sources, runs the test that is there to catch it, and expects
 * it to fail: a test that passes with its bug has no teeth. Run it with `npm run test:seeded-bugs`.
 */
interface SeededBug {
  name: string;
  file: string;
  /** Exactly this text … */
  from: string;
  /** … becomes this. */
  to: string;
  /** More of the same bug, in the same file. */
  also?: { from: string; to: string }[];
  test: string;
  /** Part of the test's name. */
  named: string;
}

const BUGS: SeededBug[] = [
  {
    name: 'outbox read by a cursor',
    file: 'src/index/outbox-store.ts',
    from: 'where parked_error is null and version <> all(',
    to: 'where parked_error is null and version > ${cursor} and version <> all(',
    also: [
      {
        from: 'export async function listDirtyProducts(',
        to: 'let cursor = 0;\nexport async function listDirtyProducts(',
      },
      {
        from: '    order by o.marked_at`);\n  return rows;',
        to: '    order by o.marked_at`);\n  cursor = Math.max(cursor, ...rows.map((row) => row.version));\n  return rows;',
      },
    ],
    test: 'test/integration/index-sync.test.ts',
    named: 'has the change that began first and was committed last',
  },
  {
    name: 'outbox written after the commit (by a process that then dies)',
    file: 'migrations/0002_triggers.sql',
    from: 'CREATE TRIGGER products_mark_dirty_update AFTER UPDATE ON products\n  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION products_mark_dirty();',
    to: 'SELECT 1;',
    test: 'test/integration/index-sync.test.ts',
    named: 'loses what is archived, merged away or deleted, and gets it back',
  },
  {
    name: 'jobId = product id',
    file: 'src/queue/wake-up-queue.ts',
    from: "await used.add('drain', {});",
    to: "await used.add('drain', {}, { jobId: 'product' });",
    test: 'test/integration/index-sync.test.ts',
    named: 'has what was committed, without any sweep',
  },
  {
    name: 'the task is not waited for',
    file: 'indexer/drain/drain-outbox.ts',
    from: '    const outcome = combineOutcomes(\n      await Promise.all(oldest.tasks.map(({ index, uid }) => index.findOutcome(uid))),\n    );',
    to: "    const outcome = combineOutcomes([{ state: 'succeeded' }]);",
    test: 'test/integration/index-races.test.ts',
    named: 'when the engine knows nothing of its task',
  },
  {
    name: 'PUT instead of POST',
    file: 'indexer/drain/index-writer.ts',
    from: '.addDocumentsFromString(',
    to: '.updateDocumentsFromString(',
    test: 'test/integration/index-reconcile.test.ts',
    named: 'finds every document that was deleted, altered or added',
  },
  {
    name: 'marks deleted without regard to their version',
    file: 'src/index/outbox-store.ts',
    from: 'using (product_id, version)',
    to: 'using (product_id)',
    test: 'test/integration/index-races.test.ts',
    named: 'after the engine has taken it a change waits for nobody, and the newest one ends in the index',
  },
  {
    name: 'rebuild without writing to both indexes',
    file: 'indexer/keep-index.ts',
    from: '...(rebuild.isMirrored() ? [next] : [])',
    to: '...(rebuild.isMirrored() && isLost ? [next] : [])',
    test: 'test/integration/index-rebuild.test.ts',
    named: 'has what is written, deleted and brought back while it fills',
  },
  {
    name: 'no fence after a pause',
    file: 'indexer/run-indexer.ts',
    from: 'if (lock.lost.aborted) await giveUp(keeper);',
    to: '',
    test: 'test/integration/index-writers.test.ts',
    named: 'the one whose lock is lost in the middle of a batch overwrites nothing for good',
  },
  {
    name: 'counters without an end',
    file: 'src/limits/limit-script.ts',
    from: "  redis.call('PEXPIRE', key, ${WINDOW_TTL_MS})\n",
    to: '',
    test: 'test/integration/redis-limit-store.test.ts',
    named: 'every counter has an end of its own',
  },
  {
    name: 'limiter waits in an offline queue',
    file: 'src/limits/redis-limit-store.ts',
    from: '    enableOfflineQueue: false,',
    to: '    enableOfflineQueue: true,',
    also: [
      { from: '    commandTimeout: 1_000,', to: '    commandTimeout: 600_000,' },
      { from: 'patienceMs = 50', to: 'patienceMs = 600_000' },
      { from: '    maxRetriesPerRequest: 0,', to: '    maxRetriesPerRequest: null,' },
    ],
    test: 'test/faults/limits.test.ts',
    named: 'an API that starts without Redis answers',
  },
  {
    name: 'no listener for lost connections',
    file: 'src/db/client.ts',
    from: "pool.on('connect', (client) => client.on('error', () => undefined));",
    to: '',
    test: 'test/integration/lost-connection.test.ts',
    named: 'a connection lost between two statements',
  },
  {
    name: 'approve without a guard of the status',
    file: 'src/contributions/review/require-open-entry.ts',
    from: "if (status !== 'pending') {",
    to: 'if (false) {',
    test: 'test/integration/review-races.test.ts',
    named: '50 approvals and as many rejections of one entry are one decision',
  },
];

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function copyTree(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'factshelf-bugs-'));
  const files = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of files.stdout.split('\n').filter((name) => name !== '' && name !== 'node_modules')) {
    cpSync(path.join(ROOT, file), path.join(copy, file));
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

function runTest(copy: string, bug: SeededBug): { hasFailed: boolean; output: string } {
  const pattern = bug.named.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const run = spawnSync('npx', ['vitest', 'run', bug.test, '-t', pattern], {
    cwd: copy,
    encoding: 'utf8',
    timeout: 180_000,
    env: { ...process.env, CI: 'true' },
  });
  const output = run.stdout + run.stderr;
  if (!/Tests .*\d+ (passed|failed)/.test(output) && !output.includes('Unhandled')) {
    throw new Error(`no test ran: ${output.slice(-2_000)}`);
  }
  return { hasFailed: run.status !== 0, output };
}

function plant(copy: string, bug: SeededBug): string {
  const file = path.join(copy, bug.file);
  const original = readFileSync(file, 'utf8');
  let text = original;
  for (const { from, to } of [bug, ...(bug.also ?? [])]) {
    if (!text.includes(from)) throw new Error(`${bug.name}: ${bug.file} no longer holds: ${from}`);
    text = text.replace(from, () => to);
  }
  writeFileSync(file, text);
  return original;
}

/** Only bugs whose names hold one of these words, when there are any. */
const only = process.argv.slice(2);
const copy = copyTree();
let uncaught = 0;
try {
  for (const bug of BUGS.filter(
    ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
  )) {
    const original = plant(copy, bug);
    const { hasFailed, output } = runTest(copy, bug);
    const reason = /(?:AssertionError|Error): .*/.exec(stripVTControlCharacters(output))?.[0] ?? '';
    writeFileSync(path.join(copy, bug.file), original);
    if (!hasFailed) uncaught += 1;
    process.stdout.write(
      `${hasFailed ? 'caught ' : 'MISSED '} ${bug.name}\n         ${bug.test}: ${bug.named}\n         ${reason.slice(0, 160)}\n`,
    );
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = uncaught === 0 ? 0 : 1;
