import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCodeOf } from '../platform/error-code.ts';

/**
 * Creates a directory and its parents. Node's own `recursive` loops forever if a directory cannot be created although
 * its parent exists, as below /proc.
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
