import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './started-program.ts';

export interface CopiedSources {
  path: string;
  /** Puts one text in the place of another. Throws when the file does not hold it. */
  replace(file: string, from: string, to: string): void;
  remove(): void;
}

/** The files of this checkout, as they are now, with the packages that are installed: to be changed and run. */
export function copySources(): CopiedSources {
  const folder = mkdtempSync(path.join(tmpdir(), 'factshelf-copy-'));
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed.stdout.split('\n').filter((name) => name !== '' && name !== 'node_modules');
  for (const file of files) cpSync(path.join(ROOT, file), path.join(folder, file));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    path: folder,
    replace(file, from, to) {
      const place = path.join(folder, file);
      const text = readFileSync(place, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not hold: ${from}`);
      writeFileSync(
        place,
        text.replace(from, () => to),
      );
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
