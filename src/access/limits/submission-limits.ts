import type { RequestHandler } from 'express';
import type { Redis } from 'ioredis';
import { createAddressCounter } from './address-counter.ts';
import { type Addresses, networkBucketOf } from './addresses.ts';
import { createCallCap } from './call-cap.ts';
import {
  AT_ONCE,
  COSTLY_PICTURE_S,
  SUBMISSION_FIGURES,
  type Figure,
  type SubmissionFigures,
} from './limits.ts';
import { clientBucket } from '../../platform/http/callers/client-address.ts';

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
  const count = (name: string, figure: Figure) =>
    createAddressCounter({ redis, addresses, name: `contribution:${name}`, figure, why: 'Too many' });
  const minute = count('offers', figures.minute);
  const day = count('offers-day', figures.day);
  const reads = count('status', figures.statusReads);
  const pictureMinute = count('pictures', figures.pictureMinute);
  const pictureDay = count('pictures-day', figures.pictureDay);
  const picturesAtOnce = createCallCap(AT_ONCE.sentPictures);
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
    holdPictures: (address) => pictureMinute.block(address, COSTLY_PICTURE_S),
  };
}
