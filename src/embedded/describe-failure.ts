import { ConfigError } from '../platform/config.ts';
import { databaseErrorOf, describeDatabaseTrouble } from '../platform/db/database-error.ts';
import { reasonOf } from '../platform/error-code.ts';

/** What the system and the servers say of a full disk or an exhausted quota. */
const DISK_FULL = /no space left on device|disk quota exceeded/i;

/** Returns the message for the terminal: one sentence, or a line per invalid setting. */
export function describeFailure(error: unknown): string {
  const reason = reasonOf(error);
  if (DISK_FULL.test(reason) && databaseErrorOf(error)?.code !== '53100') {
    return `The disk is full (${reason}): give its volume space, then try again.`;
  }
  if (error instanceof StartError || error instanceof ConfigError) return error.message;
  return describeDatabaseTrouble(error) ?? `This could not be done: ${reason}`;
}

/** A failure that the user can fix. Its message is one sentence, printed without a stack. */
export class StartError extends Error {}
