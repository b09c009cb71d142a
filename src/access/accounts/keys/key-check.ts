import type { Logger } from 'pino';
import type { Db } from '../../../platform/db/client.ts';
import type { FindCaller } from '../../../platform/http/callers/authenticate.ts';
import type { Caller } from '../../../platform/http/callers/caller.ts';
import { createFailureLog } from '../../../platform/http/failure-log.ts';
import { findActiveKey, saveKeyUse } from './key-store.ts';
import { hashKey, isKeyText } from './key-text.ts';

/** A revocation is felt within a second everywhere, also by a process that was not told of it. */
const FRESH_MS = 900;
const MAX_KNOWN = 10_000;

export interface KeyCheck {
  /**
   * Whose key this is; undefined when it is malformed (the database is not asked), unknown or revoked, or the e-mail of its
   * account is not confirmed.
   * @throws the database's error: without the database no key can be checked
   */
  findCaller: FindCaller;
  /** Forgets all keys that were looked up: a key, or the rights of its account, has changed. */
  forget: () => void;
}

interface KeyCheckOptions {
  db: Db;
  logger: Logger;
  /** How long a valid key is not looked up again. */
  freshMs?: number;
}

interface KnownKey {
  sinceMs: number;
  caller: Promise<Caller | undefined>;
}

/** Looks keys up, and remembers the valid ones for less than a second. */
export function createKeyCheck({ db, logger, freshMs = FRESH_MS }: KeyCheckOptions): KeyCheck {
  const known = new Map<string, KnownKey>();
  const failures = createFailureLog(logger);

  const lookUp = async (hash: Buffer): Promise<Caller | undefined> => {
    const key = await findActiveKey(db, hash);
    // The key of a registration that is not confirmed is as unknown as that of a taken e-mail.
    if (!key || key.awaitsConfirmation) return undefined;
    if (key.isUseStale) {
      // No request waits for it, and the next use tries again.
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
      // Counted from before the database is asked: its answer may be old when it comes.
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
