import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { errorCodeOf } from '../platform/error-code.ts';

/** A secret of 192 bits in hex, made at the first call and kept in a file that only its owner can read. */
export async function readOrCreateSecret(path: string): Promise<string> {
  try {
    await writeFile(path, randomBytes(24).toString('hex') + '\n', { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
