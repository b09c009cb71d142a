import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/client.ts';
import type { FindCaller } from '../../../platform/http/callers/authenticate.ts';
import type { Caller } from '../../../platform/http/callers/caller.ts';
import { createFailureLog } from '../../../platform/http/failure-log.ts';
import { findActiveKey, saveKeyUse } from './key-store.ts';
import { hashKey, isKeyText } from './key-text.ts';

/** Below a second, so that every process notices a revocation within a second even if a notification was lost. */
const FRESH_MS = 900;
const MAX_KNOWN = 10_000;

export interface KeyCheck {
  /**
   * Returns the caller that a key belongs to. Undefined when the key is malformed (without a query), unknown or
   * revoked, or when its account's e-mail is not confirmed.
   * @throws the database's error: without the database no key can be checked
   */
  findCaller: FindCaller;
  /** Drops all cached keys, because a key or its account's rights changed. */
  forget: () => void;
}

interface KeyCheckOptions {
  db: Db;
  logger: Logger;
  /** How long a valid key is cached. */
  freshMs?: number;
}

interface KnownKey {
  sinceMs: number;
  caller: Promise<Caller | undefined>;
}

/** Looks up keys and caches valid ones for less than a second. */
export function createKeyCheck({ db, logger, freshMs = FRESH_MS }: KeyCheckOptions): KeyCheck {
  const known = new Map<string, KnownKey>();
  const failures = createFailureLog(logger);

  const lookUp = async (hash: Buffer): Promise<Caller | undefined> => {
    const key = await findActiveKey(db, hash);
    // Answer as for an unknown key, so that the answer does not reveal whether the e-mail was taken.
    if (!key || key.awaitsConfirmation) return undefined;
    if (key.isUseStale) {
      // Requests do not wait for this write; the next use retries it.
      saveKeyUse(db, key.keyId).catch((error: unknown) => {
        failures.report('warn', 'the last use of a key was not written down', error);
      });
    }
    return { kind: 'key', keyId: key.keyId, accountId: key.accountId, tier: key.tier };
  };

  return {
    async findCaller(keyText) {
      if (!isKeyText(keyText)) return undefined;
      const hash = hashKey(keyText);
      const name = hash.toString('latin1');
      const entry = known.get(name);
      if (entry && performance.now() - entry.sinceMs < freshMs) return await entry.caller;
      // Age counts from before the query, because its result may be old when it arrives.
      const asked: KnownKey = { sinceMs: performance.now(), caller: lookUp(hash) };
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(name, asked);
      const drop = () => {
        if (known.get(name) === asked) known.delete(name);
      };
      const caller = await asked.caller.catch((error: unknown) => {
        drop();
        throw error;
      });
      if (!caller) drop();
      return caller;
    },
    forget: () => known.clear(),
  };
}
