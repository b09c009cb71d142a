import { randomBytes } from 'node:crypto';
import argon2 from 'argon2';
import { bulkhead, BulkheadRejectedError, TaskCancelledError } from 'cockatiel';
import { ApiError } from '../../../platform/http/api-error.ts';

/** OWASP's least for argon2id; a hash takes some 20 ms of a core and 19 MB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, hashLength: 32 };
const SALT_BYTES = 16;
/** A stored hash that asks for more than 128 MiB is not one of ours. */
const MAX_MEMORY_KIB = 131_072;

export interface PasswordCheck {
  matches: boolean;
  /** To be stored in place of the old one, which was made with other parameters. */
  newHash?: string;
}

export interface PasswordHasher {
  /** @throws ApiError `unavailable` when too many wait already, or the wait was too long */
  hash(password: string): Promise<string>;
  /** With `stored` undefined it takes the same time and matches nothing. Throws as `hash` does. */
  verify(stored: string | undefined, password: string): Promise<PasswordCheck>;
}

export interface PasswordHasherOptions {
  running?: number;
  waiting?: number;
  patienceMs?: number;
  parameters?: typeof PARAMETERS;
}

/**
 * Hashes one password at a time in a lane of its own: a flood of logins may fill the short line before it, and no more of the machine. The
 * place is held until a hash ends, also when its caller has left.
 */
export function createPasswordHasher(options: PasswordHasherOptions = {}): PasswordHasher {
  const { running = 1, waiting = 16, patienceMs = 2_000, parameters = PARAMETERS } = options;
  const line = bulkhead(running, waiting);
  const unmatchable = createUnmatchableHash(parameters);

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await line.execute(work, AbortSignal.timeout(patienceMs));
    } catch (error) {
      const isShed = error instanceof BulkheadRejectedError || error instanceof TaskCancelledError;
      if (!isShed) throw error;
      throw new ApiError('unavailable', 'Too many log in at this moment. Try again in a few seconds.', {
        headers: { 'Retry-After': '2' },
        cause: error,
        isShed: true,
      });
    }
  };
  const hash = async (password: string) => await argon2.hash(normalise(password), parameters);

  return {
    hash: async (password) => await inTurn(async () => await hash(password)),
    verify: async (stored = unmatchable, password) =>
      await inTurn(async () => {
        const isOurs = readMemoryKib(stored) <= MAX_MEMORY_KIB;
        const matches = await argon2.verify(isOurs ? stored : unmatchable, normalise(password));
        if (!matches || !argon2.needsRehash(stored, parameters)) return { matches };
        return { matches, newHash: await hash(password) };
      }),
  };
}

/** A hash that no password has: for accounts without one, and to compare with where there is no account. */
export function createUnmatchableHash(parameters = PARAMETERS): string {
  const { memoryCost, timeCost, parallelism, hashLength } = parameters;
  const [salt, digest] = [SALT_BYTES, hashLength].map((size) =>
    randomBytes(size).toString('base64').replaceAll('=', ''),
  );
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`;
}

/** Keyboards differ in how they compose an accented letter; the password is the same. */
function normalise(password: string): string {
  return password.normalize('NFC');
}

function readMemoryKib(stored: string): number {
  return Number(/\$m=(\d+),/.exec(stored)?.[1] ?? Infinity);
}
