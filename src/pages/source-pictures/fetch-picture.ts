import { readBounded } from '../../platform/outbound/read-answer.ts';

/** Returns the bytes of a picture, or undefined if its host does not have it or is too slow. */
export type FetchPicture = (address: string) => Promise<Uint8Array | undefined>;

const TIMEOUT_MS = 8_000;
const MOST_BYTES = 12_582_912;

/** Follows no redirect, which could lead to another host. */
export const fetchPicture: FetchPicture = async (address) => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(address, { signal, redirect: 'error' }).catch(() => undefined);
  if (!response?.ok || !response.body) return undefined;
  return await readBounded(response.body as AsyncIterable<Uint8Array>, MOST_BYTES).catch(() => undefined);
};
