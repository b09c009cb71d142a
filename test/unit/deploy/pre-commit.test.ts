import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../../support/servers/started-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'factshelf-hook-'));
  for (const name of ['node_modules', '.githooks', '.prettierrc.json', '.oxlintrc.json', 'package.json'])
    symlinkSync(path.join(ROOT, name), path.join(folder, name));
  git('init', '--quiet');
  git('config', 'core.hooksPath', '.githooks');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
function commit(name: string, text: string) {
  writeFileSync(path.join(folder, name), text);
  git('add', name);
  return git('commit', '--quiet', '-m', name);
}

it('a commit with a file that is not formatted, or has a lint, is refused', () => {
  expect(commit('good file.ts', "export const words = ['one'];\n")).toMatchObject({ status: 0 });
  const unformatted = commit('bad.json', '{"a":1}');
  expect(unformatted.status).toBe(1);
  expect(unformatted.stderr).toContain('bad.json');
  expect(commit('bad.json', '{ "a": 1 }\n')).toMatchObject({ status: 0 });
  const lint = commit('lint.ts', 'export const one: any = 1;\n');
  expect(lint.status).not.toBe(0);
  expect(lint.stderr).toContain('no-explicit-any');
});
