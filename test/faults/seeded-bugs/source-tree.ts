import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SeededBug } from './seeded-bug.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface SourceTree {
  path: string;
  /** Puts a bug in, and returns what takes it out again. Throws when the file no longer holds the text. */
  plant(bug: SeededBug): () => void;
  remove(): void;
}

/** A copy of the sources as they are now, changes that are not committed included, to put bugs into. */
export function copySources(): SourceTree {
  const copy = mkdtempSync(path.join(tmpdir(), 'factshelf-bugs-'));
  const files = spawnSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  for (const file of files.stdout.split('\n').filter((name) => name !== '' && name !== 'node_modules')) {
    cpSync(path.join(ROOT, file), path.join(copy, file));
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  return {
    path: copy,
    plant(bug) {
      const file = path.join(copy, bug.file);
      const original = readFileSync(file, 'utf8');
      writeFileSync(file, withBug(original, bug));
      return () => writeFileSync(file, original);
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}

/** Why a bug cannot be put in, if it cannot. */
export function findLostText(bug: SeededBug): string | undefined {
  try {
    withBug(readFileSync(path.join(ROOT, bug.file), 'utf8'), bug);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function withBug(original: string, bug: SeededBug): string {
  let text = original;
  for (const { from, to } of [bug, ...(bug.also ?? [])]) {
    if (!text.includes(from)) throw new Error(`${bug.file} no longer holds: ${from}`);
    text = text.replace(from, () => to);
  }
  return text;
}
