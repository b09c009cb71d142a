import { Webhook as Signer } from 'standardwebhooks';
import { errors, request, type Dispatcher } from 'undici';
import { CHALLENGE } from '../../src/platform/db/schema/webhooks.ts';
import type { TakenDelivery } from '../../src/publish/webhooks/due-delivery-store.ts';
import type { Failure } from '../../src/publish/webhooks/webhook-contract.ts';
import { formatSecret } from '../../src/publish/webhooks/webhook-secret.ts';
import { AddressRefused, NameNotFound } from '../../src/platform/outbound/guarded-agent.ts';
import { readBounded } from '../../src/platform/outbound/read-answer.ts';

/** Timeout of connection, request and answer together. */
const PATIENCE_MS = 15_000;
/** How much of an answer is read, so that its connection can be reused; only its status is kept. */
const MOST_ANSWER_BYTES = 16_384;
/** For the answer to a challenge, which is 32 characters. */
const MOST_CHALLENGE_BYTES = 1_024;

export interface Sent {
  /** The answer's status, or null without an answer. */
  status: number | null;
  /** Null if the receiver accepted the delivery. */
  failure: Failure | null;
}

/**
 * Makes one attempt: a signed POST. Only 2xx is success; the answer to a challenge must be exactly the challenge.
 * Never throws.
 */
export async function sendDelivery(
  dispatcher: Dispatcher,
  delivery: TakenDelivery,
  now: Date,
  patienceMs = PATIENCE_MS,
): Promise<Sent> {
  const { event, data, createdAt } = delivery;
  const payload = JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data });
  const signal = AbortSignal.timeout(patienceMs);
  let status: number | null = null;
  try {
    const answer = await request(delivery.url, {
      method: 'POST',
      dispatcher,
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Factshelf-Webhooks/1',
        ...signDelivery(delivery, payload, now),
      },
      body: payload,
    });
    status = answer.statusCode;
    const failure = judge(status);
    if (failure === null && event === CHALLENGE) {
      const text = await readBounded(answer.body as AsyncIterable<Uint8Array>, MOST_CHALLENGE_BYTES);
      const isEchoed = text !== undefined && text.toString('utf8').trim() === data['challenge'];
      return { status, failure: isEchoed ? null : 'challenge' };
    }
    // The rest of the answer is ignored; a longer or later answer closes the connection.
    answer.body.dump({ limit: MOST_ANSWER_BYTES, signal }).catch(() => undefined);
    return { status, failure };
  } catch (error) {
    return { status, failure: describeFailure(error, signal) };
  }
}

/** Returns the three headers of Standard Webhooks, with one signature per valid secret. */
function signDelivery(
  { id, secret, previousSecret }: TakenDelivery,
  payload: string,
  now: Date,
): Record<string, string> {
  const signatures = [secret, ...(previousSecret ? [previousSecret] : [])].map((key) =>
    new Signer(formatSecret(key)).sign(id, now, payload),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

function judge(status: number): Failure | null {
  if (status >= 300 && status < 400) return 'redirect';
  return status >= 200 && status < 300 ? null : 'status';
}

const CERTIFICATE = /CERT|ERR_TLS|UNABLE_TO|SELF_SIGNED/;

function describeFailure(error: unknown, signal: AbortSignal): Failure {
  if (
    signal.aborted ||
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError
  )
    return 'timeout';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AddressRefused) return 'address_refused';
    if (cause instanceof NameNotFound) return 'name_not_found';
    if (CERTIFICATE.test(String((cause as NodeJS.ErrnoException).code))) return 'certificate';
  }
  return 'connection';
}
