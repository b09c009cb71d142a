import { Webhook as Verifier } from 'standardwebhooks';
import { vi } from 'vitest';
import type { Received } from './webhook-receiver.ts';

/**
 * What the library of Standard Webhooks makes of a delivery, at the time that it was sent.
 * @throws when its signature does not fit
 */
export function verify(secret: string, { headers, body }: Received): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1_000 });
  try {
    return new Verifier(secret).verify(body, headers);
  } finally {
    vi.useRealTimers();
  }
}
