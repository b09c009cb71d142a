import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { errorCodeOf } from '../platform/error-code.ts';
import { StartError } from './describe-failure.ts';

/** Remedy for a secret that the next start can replace. */
export const NEW_AT_NEXT_START = 'delete it, and the next start makes a new one';

/**
 * Returns a secret of 192 bits in hexadecimal. The first call creates it in a file that only its owner can read.
 * @param remedy what to do if the file is empty, as a clause
 * @throws {StartError} if the file is empty
 */
export async function readOrCreateSecret(path: string, remedy: string): Promise<string> {
  const draft = `${path}.${process.pid}`;
  try {
    // Written under another name first, so that a killed process leaves no empty file.
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
