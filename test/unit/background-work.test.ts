import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('docs/runbook.md lists all background work', () => {
  const names = ['src', 'indexer']
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(ROOT, folder, file),
      ),
    )
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/startLoop\(\{\s*name: '([^']+)'/g)])
    .map(([, name]) => name);
  const [, list = ''] =
    /### Background work\n([^]*?)\n## /.exec(readFileSync(path.join(ROOT, 'docs/runbook.md'), 'utf8')) ?? [];
  const listed = [...list.matchAll(/^\| ([a-z].*?) +\|/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'work');
  expect(new Set(listed)).toEqual(new Set(names));
});
