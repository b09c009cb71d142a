import { randomBytes } from 'node:crypto';
import argon2 from 'argon2';
import { bulkhead, BulkheadRejectedError, TaskCancelledError } from 'cockatiel';
import { ApiError } from '../../../platform/http/api-error.ts';

/** OWASP's minimum for argon2id: a hash takes about 20 ms of one core and 19 MB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, hashLength: 32 };
const SALT_BYTES = 16;
/** Refuse stored hashes above 128 MiB: this service never wrote them. */
const MAX_MEMORY_KIB = 131_072;

export interface PasswordCheck {
  matches: boolean;
  /** Replaces the stored hash, which was made with other parameters. */
  newHash?: string;
}

export interface PasswordHasher {
  /** @throws ApiError `unavailable` when the queue is full or the wait too long */
  hash(password: string): Promise<string>;
  /** Takes the same time when `stored` is undefined, and then never matches. Throws like `hash`. */
  verify(stored: string | undefined, password: string): Promise<PasswordCheck>;
}

export interface PasswordHasherOptions {
  running?: number;
  waiting?: number;
  patienceMs?: number;
  parameters?: typeof PARAMETERS;
}

/**
 * Hashes passwords one at a time, behind a short queue: a flood of logins fills the queue, not the machine. A hash
 * keeps its place until it ends, even when its caller has left.
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
      throw new ApiError('unavailable', 'Too many logins at this moment. Try again in a few seconds.', {
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

/** Returns a hash that no password matches, for accounts without a password and for unknown accounts. */
export function createUnmatchableHash(parameters = PARAMETERS): string {
  const { memoryCost, timeCost, parallelism, hashLength } = parameters;
  const [salt, digest] = [SALT_BYTES, hashLength].map((size) =>
    randomBytes(size).toString('base64').replaceAll('=', ''),
  );
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`;
}

/** NFC, because keyboards compose accented letters differently. */
function normalise(password: string): string {
  return password.normalize('NFC');
}

function readMemoryKib(stored: string): number {
  return Number(/\$m=(\d+),/.exec(stored)?.[1] ?? Infinity);
}
