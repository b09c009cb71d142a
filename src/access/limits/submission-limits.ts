import type { RequestHandler } from 'express';
import type { Redis } from 'ioredis';
import { createAddressCounter } from './address-counter.ts';
import { type Addresses, networkBucketOf } from './addresses.ts';
import { createCallCap } from './call-cap.ts';
import { clientBucket } from '../../platform/http/callers/client-address.ts';

/** Limits of one address (see `createAddressCounter`). */
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

/** Pictures being sent and decoded, per address or network and in total. Each takes at most 10 MB of memory. */
const PICTURES_AT_ONCE = { mostOfOne: 2, most: 16, reserved: 4, mostPages: 0, what: 'sending pictures' };

/** How long an address may send no pictures after one that was too costly to decode. */
const HELD_S = 300;

/** Middleware for requests without login. */
export interface SubmissionLimits {
  submissions: RequestHandler;
  statusReads: RequestHandler;
  /** Uploads and withdrawals. */
  pictures: RequestHandler;
  /** Refuses pictures from an address (see `clientBucket`) for some minutes, after one took too much time or memory. */
  holdPictures: (address: string) => Promise<void>;
}

/** Creates the limits of anonymous submissions and of the reads that belong to them. */
export function createSubmissionLimits(
  redis: Redis | undefined,
  addresses: Addresses,
  figures: SubmissionFigures = SUBMISSION_FIGURES,
): SubmissionLimits {
  const count = (name: string, most: number, seconds: number) =>
    createAddressCounter({
      redis,
      addresses,
      name: `contribution:${name}`,
      figure: { most, seconds },
      why: 'Too many',
    });
  const minute = count('offers', figures.submissionsPerMinute, 60);
  const day = count('offers-day', figures.submissionsPerDay, 86_400);
  const reads = count('status', figures.statusReadsPerMinute, 60);
  const pictureMinute = count('pictures', figures.picturesPerMinute, 60);
  const pictureDay = count('pictures-day', figures.picturesPerDay, 86_400);
  const picturesAtOnce = createCallCap(PICTURES_AT_ONCE);
  return {
    submissions: async (request, response, next) => {
      const address = clientBucket(request);
      response.set(minute.describe(await minute.take(address)));
      // Submissions refused by the minute do not count for the day.
      await day.take(address);
      next();
    },
    statusReads: async (request, response, next) => {
      response.set(reads.describe(await reads.take(clientBucket(request))));
      next();
    },
    pictures: async (request, response, next) => {
      const address = clientBucket(request);
      response.set(pictureMinute.describe(await pictureMinute.take(address)));
      await pictureDay.take(address);
      const isGood = await addresses.isGood(address);
      const sender = isGood ? address : (networkBucketOf(address) ?? address);
      response.once('close', picturesAtOnce.enter(sender, isGood).leave);
      next();
    },
    holdPictures: (address) => pictureMinute.block(address, HELD_S),
  };
}
