import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCodeOf } from '../platform/error-code.ts';

/**
 * Makes a directory and those it lies in, unless they are there. Node's own `recursive` tries again without end where
 * a directory cannot be made though the one above is there, as below /proc.
 * @throws the system's error
 */
export function makeDirectory(path: string, mode = 0o777): void {
  try {
    makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (errorCodeOf(error) !== 'ENOENT' || parent === path) throw error;
    makeDirectory(parent, mode);
    makeOne(path, mode);
  }
}

function makeOne(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
}
