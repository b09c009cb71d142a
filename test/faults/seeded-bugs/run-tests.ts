import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface TestRun {
  /** How long each file took: where it is in the tree, and milliseconds. */
  tookMs: Map<string, number>;
  /** The run ended in another way than by the success of all its tests. */
  hasFailed: boolean;
  /** By full name, of the tests that ran: those left out by the filter are not among them. */
  passed: string[];
  failed: string[];
  /** What the first failure says. */
  reason: string;
}

interface Report {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** Runs the tests of these files whose full names hold one of the texts, in a tree of sources. */
export async function runTests(
  tree: string,
  files: readonly string[],
  named: readonly string[],
  { environment, timeLimitMs }: { environment: Record<string, string>; timeLimitMs: number },
): Promise<TestRun> {
  const directory = await mkdtemp(path.join(tmpdir(), 'factshelf-bugs-report-'));
  const reportFile = path.join(directory, 'report.json');
  const pattern = named.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  try {
    const { code, isTooLate, output } = await run(
      tree,
      ['run', ...files, '-t', pattern, '--maxWorkers=1', '--reporter=json', `--outputFile=${reportFile}`]
        // Most of a run would be the same compilation of the same sources.
        .concat('--experimental.fsModuleCache'),
      { environment, timeLimitMs },
    );
    const report = JSON.parse(await readFile(reportFile, 'utf8').catch(() => '{"testResults":[]}')) as Report;
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const namesOf = (status: string) =>
      tests.filter((test) => test.status === status).map(({ fullName }) => fullName);
    const messages = [
      ...tests.flatMap(({ failureMessages = [] }) => failureMessages),
      ...report.testResults.map(({ message = '' }) => message),
      /(?:Error|Unhandled).*/.exec(output)?.[0] ?? '',
      isTooLate ? `no end within ${Math.round(timeLimitMs / 1_000)} s` : '',
    ];
    const reason = stripVTControlCharacters(messages.find((message) => message !== '') ?? '');
    return {
      tookMs: new Map(
        report.testResults.map(({ name, startTime, endTime }) => [
          path.relative(tree, name),
          endTime - startTime,
        ]),
      ),
      hasFailed: code !== 0,
      passed: namesOf('passed'),
      failed: namesOf('failed'),
      reason: reason.split('\n')[0] ?? '',
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function run(
  tree: string,
  given: string[],
  { environment, timeLimitMs }: { environment: Record<string, string>; timeLimitMs: number },
): Promise<{ code: number | null; isTooLate: boolean; output: string }> {
  const child = spawn(process.execPath, [path.join(tree, 'node_modules/vitest/vitest.mjs'), ...given], {
    cwd: tree,
    env: { ...process.env, ...environment, CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeLimitMs,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, isTooLate: child.killed, output }));
  });
}
