import { ConfigError } from '../platform/config.ts';
import { describeDatabaseRefusal, isDatabaseUnavailable } from '../platform/db/database-error.ts';
import { reasonOf } from '../platform/error-code.ts';

/** Returns the message for the terminal: one sentence, or a line per invalid setting. */
export function describeFailure(error: unknown): string {
  if (error instanceof StartError || error instanceof ConfigError) return error.message;
  const refusal = describeDatabaseRefusal(error);
  if (refusal !== undefined) return refusal;
  if (isDatabaseUnavailable(error)) {
    return `The database cannot be reached (${reasonOf(error)}): check DATABASE_URL and that the server runs.`;
  }
  return `This could not be done: ${reasonOf(error)}`;
}

/** A failure that the user can fix. Its message is one sentence, printed without a stack. */
export class StartError extends Error {}
