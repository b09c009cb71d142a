import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, test } from 'vitest';
import { ROOT } from '../../support/servers/started-program.ts';

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const RUNNERS = {
  bench: 'bench/run.ts',
  drill: 'test/faults/drills/run.ts',
  'test:long': 'test/run-long.ts',
};

test('a person can read the list of scripts: 35 at most', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(35);
});

it.each(Object.entries(RUNNERS))('npm run %s lists what it runs, and each is there', (script, file) => {
  expect(scripts[script]).toContain(file);
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', file, 'no such program'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const names = [...stderr.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(6);
  const programs = [...source.matchAll(/\b(?:test|bench)\/[\w./-]+\.(?:ts|sh)\b/g)].map(([name]) => name);
  for (const name of programs) expect(existsSync(path.join(ROOT, name)), name).toBe(true);
});

it('a listed program gets the options, and its exit code is that of the script', () => {
  const run = (...options: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'bench/run.ts', 'load', ...options], {
      cwd: ROOT,
      encoding: 'utf8',
    });
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--minutes') as string });
  expect(run('--no-such-option').status).toBe(1);
});
