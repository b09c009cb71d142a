import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './started-program.ts';

export interface Replacement {
  /** Exactly this text … */
  from: string;
  /** … becomes this, where it stands first. */
  to: string;
}

export interface CopiedSources {
  path: string;
  /** Changes a file, and returns what makes it as it was. @throws when it does not hold one of the texts */
  replace(file: string, ...changes: readonly Replacement[]): () => void;
  remove(): void;
}

/** The files of this checkout, as they are now, with the packages that are installed: to be changed and run. */
export function copySources(): CopiedSources {
  const folder = mkdtempSync(path.join(tmpdir(), 'factshelf-copy-'));
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed.stdout.split('\n').filter((name) => name !== '' && !name.endsWith('node_modules'));
  for (const file of files) cpSync(path.join(ROOT, file), path.join(folder, file));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    path: folder,
    replace(file, ...changes) {
      const place = path.join(folder, file);
      const original = readFileSync(place, 'utf8');
      writeFileSync(place, replaceTexts(file, original, changes));
      return () => writeFileSync(place, original);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Why this checkout's file cannot be changed so, if it cannot. */
export function findLostText(file: string, changes: readonly Replacement[]): string | undefined {
  try {
    replaceTexts(file, readFileSync(path.join(ROOT, file), 'utf8'), changes);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function replaceTexts(file: string, original: string, changes: readonly Replacement[]): string {
  return changes.reduce((text, { from, to }) => {
    if (!text.includes(from)) throw new Error(`${file} no longer holds: ${from}`);
    return text.replace(from, () => to);
  }, original);
}
