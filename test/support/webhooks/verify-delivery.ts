import { Webhook as Verifier } from 'standardwebhooks';
import { vi } from 'vitest';
import { WEBHOOK_BODIES } from '../../../src/publish/webhooks/webhook-events-contract.ts';
import type { Received } from './webhook-receiver.ts';

/**
 * What the library of Standard Webhooks makes of a delivery, at the time that it was sent.
 * @throws when its signature does not fit, or it has another body than OpenAPI 3.1 describes
 */
export function verify(secret: string, { headers, body }: Received): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1_000 });
  try {
    const verified = new Verifier(secret).verify(body, headers) as { type: string };
    const described = WEBHOOK_BODIES.find(({ event }) => event === verified.type);
    if (!described) throw new Error(`${verified.type} is not described`);
    described.body.parse(verified);
    return verified;
  } finally {
    vi.useRealTimers();
  }
}
