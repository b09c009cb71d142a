import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/servers/started-program.ts';

/** The migration that every release has had since 1.0. */
const BASELINE = 'migrations/0000_version_1_0.sql';

/**
 * The files of a commit or tag of this repository, with the packages that it names itself.
 * @throws {Error} when there is no such release, or it is one before 1.0: it does not run on the schema of this one
 */
export function checkOut(release: string, folder: string): void {
  mkdirSync(folder);
  const command = 'git archive "$0" | tar --extract --directory "$1"';
  const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command, release, folder], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`no release ${release}: ${stderr}`);
  if (!existsSync(path.join(folder, BASELINE))) throw new Error(`${release} is before version 1.0`);
  const lockOf = (root: string) => readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(ROOT)) {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    return;
  }
  const install = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (install.status !== 0) throw new Error(`the packages of ${release}: ${install.stderr}`);
}

/** What a migration may bring: see `schema-growth.test.ts`. */
const NEXT_MIGRATION = `
alter table products add column drill_note text;
--> statement-breakpoint
alter table products add column drill_rank integer not null default 0;
--> statement-breakpoint
create table drill_notes (id uuid primary key, product_id uuid not null references products (id) on delete cascade);
--> statement-breakpoint
create index drill_rank_idx on products (drill_rank);
--> statement-breakpoint
alter table submissions add column drill_note text;
--> statement-breakpoint
alter table accounts add column drill_note text;
--> statement-breakpoint
alter table provenance add column drill_note text;
`;

/** This release's migrations, and one more, so that there is something to migrate when none is new. */
export function copyMigrationsAndOneMore(folder: string): void {
  cpSync(path.join(ROOT, 'migrations'), folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1);
  const next = { ...last, idx: (last?.idx ?? 0) + 1, when: (last?.when ?? 0) + 1, tag: '9999_drill' };
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, next] }));
  writeFileSync(path.join(folder, '9999_drill.sql'), NEXT_MIGRATION);
}

/** Not about the schema, but about how it is made, or about servers that a drill has none of. */
const NOT_ABOUT_STATEMENTS = [
  'migrations',
  'embedded-servers',
  'openapi',
  'schema-growth',
  'redis-limit-store',
  'console-page',
];

/**
 * Runs the integration tests that a release came with on the new schema: they say what its statements have to do.
 * Returns how many passed, and the names of those that did not.
 */
export function runOwnTests(
  release: string,
  migrations: string,
): { passed: number; failed: string[]; output: string } {
  rmSync(path.join(release, 'migrations'), { recursive: true });
  cpSync(migrations, path.join(release, 'migrations'), { recursive: true });
  const report = path.join(release, 'report.json');
  const leftOut = NOT_ABOUT_STATEMENTS.flatMap((name) => ['--exclude', `**/${name}.test.ts`]);
  const run = spawnSync(
    'npx',
    ['vitest', 'run', 'test/integration', ...leftOut, '--reporter=json', `--outputFile=${report}`],
    {
      cwd: release,
      encoding: 'utf8',
      env: { ...process.env, CI: 'true' },
    },
  );
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: {
      name: string;
      message: string;
      assertionResults: { status: string; fullName: string }[];
    }[];
  };
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const unloaded = testResults.filter(({ assertionResults }) => assertionResults.length === 0);
  return {
    passed: results.filter(({ status }) => status === 'passed').length,
    failed: [
      ...results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      ...unloaded.map(({ name }) => path.basename(name)),
    ],
    output: run.stdout + run.stderr,
  };
}
