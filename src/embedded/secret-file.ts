import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { errorCodeOf } from '../platform/error-code.ts';
import { StartError } from './describe-failure.ts';

/** The remedy for a secret that a start can replace. */
export const NEW_AT_NEXT_START = 'delete it, and the next start makes a new one';

/**
 * Returns a secret of 192 bits in hex, made at the first call and kept in a file that only its owner can read.
 * @param remedy what a person does when the file is empty: a whole clause
 * @throws {StartError} when the file is empty
 */
export async function readOrCreateSecret(path: string, remedy: string): Promise<string> {
  const draft = `${path}.${process.pid}`;
  try {
    // A process that is killed here leaves no empty file under the name.
    await writeFile(draft, randomBytes(24).toString('hex') + '\n', { mode: 0o600, flush: true });
    await link(draft, path);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const secret = (await readFile(path, 'utf8')).trim();
  if (secret === '') throw new StartError(`The file ${path} is empty: ${remedy}.`);
  return secret;
}
