import type { RequestHandler } from 'express';
import type { Redis } from 'ioredis';
import { createAddressCounter } from './address-counter.ts';
import type { Addresses } from './addresses.ts';
import { createCallCap } from './call-cap.ts';
import { clientBucket } from '../../platform/http/callers/client-address.ts';
import { networkBucketOf } from './network-bucket.ts';

/** What one address may send or read (see `createAddressCounter`). */
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

/** Pictures that are being sent and decoded, of one address or network and of all: each is 10 MB in memory at most. */
const PICTURES_AT_ONCE = { mostOfOne: 2, most: 16, reserved: 4, mostPages: 0, what: 'sending pictures' };

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

/** Limits of what strangers write, and of reads without login that belong to it. */
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
      // Refused ones of a minute are no submissions of the day.
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
