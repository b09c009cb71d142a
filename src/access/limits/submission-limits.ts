import type { Request, RequestHandler } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createCallCap } from './call-cap.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { clientBucket } from '../../platform/http/callers/client-address.ts';

/** How many from one address, within how many seconds. */
interface Figure {
  most: number;
  seconds: number;
}

export interface SubmissionFigures {
  submissionsPerMinute: number;
  submissionsPerDay: number;
  statusReadsPerMinute: number;
  picturesPerMinute: number;
  picturesPerDay: number;
}

export const SUBMISSION_FIGURES: SubmissionFigures = {
  submissionsPerMinute: 10,
  submissionsPerDay: 200,
  statusReadsPerMinute: 60,
  picturesPerMinute: 20,
  picturesPerDay: 400,
};

/** Pictures that are being sent and decoded, of one address and of all: each is 10 MB in memory at most. */
const PICTURES_AT_ONCE = { mostOfOne: 2, most: 16, mostPages: 0, what: 'sending pictures' };

/** So long an address sends none after one that was too costly to decode. */
const HELD_S = 300;

/** What a request without login has to pass. */
export interface SubmissionLimits {
  submissions: RequestHandler;
  statusReads: RequestHandler;
  /** Sent, or taken back. */
  pictures: RequestHandler;
  /** Refuses pictures of an address (see `clientBucket`) for some minutes: its last one took too much time or memory. */
  holdPictures: (address: string) => Promise<void>;
}

/**
 * Limits of an address, counted in Redis when there is one, else, and whenever Redis does not answer, in this process:
 * anybody may write here, so they never let everybody pass. `nameAddress` gives the name an address is counted under.
 */
export function createSubmissionLimits(
  redis: Redis | undefined,
  nameAddress: (address: string) => Promise<string> = (address) => Promise.resolve(address),
  figures: SubmissionFigures = SUBMISSION_FIGURES,
): SubmissionLimits {
  const minute = createCounter(redis, 'offers', { most: figures.submissionsPerMinute, seconds: 60 });
  const day = createCounter(redis, 'offers-day', { most: figures.submissionsPerDay, seconds: 86_400 });
  const reads = createCounter(redis, 'status', { most: figures.statusReadsPerMinute, seconds: 60 });
  const pictureMinute = createCounter(redis, 'pictures', { most: figures.picturesPerMinute, seconds: 60 });
  const pictureDay = createCounter(redis, 'pictures-day', { most: figures.picturesPerDay, seconds: 86_400 });
  const picturesAtOnce = createCallCap(PICTURES_AT_ONCE);
  const nameOf = (request: Request) => nameAddress(clientBucket(request));
  return {
    submissions: async (request, response, next) => {
      const name = await nameOf(request);
      response.set(await take(minute, name));
      // Refused ones of a minute are no submissions of the day.
      await take(day, name);
      next();
    },
    statusReads: async (request, response, next) => {
      response.set(await take(reads, await nameOf(request)));
      next();
    },
    pictures: async (request, response, next) => {
      const name = await nameOf(request);
      response.set(await take(pictureMinute, name));
      await take(pictureDay, name);
      response.once('close', picturesAtOnce.enter(clientBucket(request)).leave);
      next();
    },
    holdPictures: async (address) => void (await pictureMinute.block(await nameAddress(address), HELD_S)),
  };
}

type Counter = RateLimiterMemory | RateLimiterRedis;

function createCounter(redis: Redis | undefined, name: string, { most, seconds }: Figure): Counter {
  const figures = { keyPrefix: `contribution:${name}`, points: most, duration: seconds };
  const inProcess = new RateLimiterMemory(figures);
  if (!redis) return inProcess;
  return new RateLimiterRedis({
    ...figures,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: inProcess,
  });
}

/** Counts one call. Returns the headers with the remaining calls. */
async function take(counter: Counter, name: string): Promise<Record<string, string>> {
  try {
    return buildHeaders(counter, await counter.consume(name));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw new ApiError('rate_limited', `Too many from this address. Try again in ${seconds} s.`, {
      headers: { ...buildHeaders(counter, error), 'Retry-After': String(seconds) },
    });
  }
}

function buildHeaders({ points }: Counter, state: RateLimiterRes): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(points),
    'X-RateLimit-Remaining': String(Math.max(0, state.remainingPoints)),
    'X-RateLimit-Reset': String(Math.ceil((Date.now() + Math.max(0, state.msBeforeNext)) / 1_000)),
  };
}
