import type { Logger } from 'pino';
import { describeDatabaseRefusal, isDatabaseUnavailable } from '../src/platform/db/database-error.ts';
import { messageOf } from '../src/platform/logger.ts';
import type { Trouble } from '../src/platform/start-loop.ts';
import { describeEngineTrouble } from '../src/search/engines/engine-error.ts';

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;

interface DelayedTrouble extends Trouble {
  report(error: unknown): number;
}

/**
 * Keeps the log readable during an outage: one line when trouble begins or changes, one when it ends. The waits between
 * tries grow.
 */
export function createTrouble(logger: Logger): DelayedTrouble {
  let current: string | undefined;
  let delayMs = FIRST_DELAY_MS;
  return {
    report(error) {
      const kind = kindOf(error);
      if (kind !== current)
        logger.warn({ reason: describeError(error) }, `${kind}; trying again until it works`);
      current = kind;
      const thisDelayMs = delayMs;
      delayMs = Math.min(LONGEST_DELAY_MS, delayMs * 2);
      return thisDelayMs;
    },
    over() {
      if (current !== undefined) logger.info(`over: ${current}`);
      current = undefined;
      delayMs = FIRST_DELAY_MS;
    },
  };
}

function kindOf(error: unknown): string {
  const engineTrouble = describeEngineTrouble(error);
  if (engineTrouble !== undefined) return engineTrouble;
  if (!isDatabaseUnavailable(error)) return `indexing failed: ${describeError(error, 1)}`;
  return describeDatabaseRefusal(error) ? 'the database cannot do its work' : 'the database is away';
}

/**
 * Returns only the messages of the error and its causes: a client's error may hold the whole request with all its
 * documents. Values of a failed statement are left out.
 */
export function describeError(error: unknown, levels = 5): string {
  const messages: string[] = [];
  for (let current = error; current instanceof Error && messages.length < levels; current = current.cause) {
    messages.push(messageOf(current).slice(0, 500));
  }
  return messages.join(': ') || String(error);
}
