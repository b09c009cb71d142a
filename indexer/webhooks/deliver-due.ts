import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import { findAccountEmail } from '../../src/access/accounts/account-store.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { CHALLENGE } from '../../src/platform/db/schema/webhooks.ts';
import {
  listDue,
  saveAttempt,
  takeDelivery,
  type DueDelivery,
  type TakenDelivery,
} from '../../src/publish/webhooks/due-delivery-store.ts';
import { createProductEvents } from '../../src/publish/webhooks/product-event-store.ts';
import { nextAttempt } from '../../src/publish/webhooks/retry-schedule.ts';
import { OFF_AFTER_DAYS } from '../../src/publish/webhooks/switch-off-contract.ts';
import { lockWebhook, saveVerified, saveWebhook } from '../../src/publish/webhooks/webhook-store.ts';
import { saveAuditEntry } from '../../src/platform/audit/audit-store.ts';
import type { Tracing } from '../../src/platform/tracing/tracing.ts';
import { describeError } from '../trouble.ts';
import { sendDelivery, type Sent } from './send-delivery.ts';

/** The most requests in flight in this process. */
const MOST = 40;
/** The most of them to receivers whose last attempt failed, so that healthy ones have room. */
const MOST_FAILING = 20;
/** The most of them to one host, or for one account. */
const MOST_OF_ONE = 4;
/** Longer than an attempt takes; afterwards another process may retry. */
const LEASE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const GONE = 410;
const AUTHOR = { actor: 'system:webhooks' };

export interface DeliveryOptions {
  db: Db;
  /** Connects to permitted addresses only. */
  dispatcher: Dispatcher;
  tracing: Pick<Tracing, 'inSpan'>;
  now: () => Date;
  random: () => number;
  /** Called after each attempt. */
  onAttempt: (outcome: 'delivered' | 'retried' | 'failed') => void;
  /** Called after a webhook was switched off and the change was committed. */
  onSwitchedOff: (off: { email: string; url: string; reason: 'gone' | 'failing' }) => void;
  /** Called when there is room for another attempt. */
  onFree: () => void;
  /** Timeout of one attempt; 15 s unless given. */
  patienceMs?: number | undefined;
  /** Aborted when the process stops. */
  signal?: AbortSignal;
  logger: Logger;
}

export interface Deliverer {
  /** Creates deliveries for changes, and starts attempts as far as there is room. */
  step(): Promise<void>;
  /** Resolves when no attempt is under way. */
  idle(): Promise<void>;
}

/** Sends due deliveries from Postgres. Any number of processes may run it: each delivery is taken by one of them. */
export function createDeliverer(options: DeliveryOptions): Deliverer {
  const { db, now } = options;
  const underWay = new Map<Promise<void>, DueDelivery>();

  function isFull({ host, accountId, isFailing }: DueDelivery): boolean {
    const others = [...underWay.values()];
    const count = (same: (other: DueDelivery) => boolean) => others.filter(same).length;
    return (
      others.length >= MOST ||
      (isFailing && count((other) => other.isFailing) >= MOST_FAILING) ||
      count((other) => other.host === host) >= MOST_OF_ONE ||
      count((other) => other.accountId === accountId) >= MOST_OF_ONE
    );
  }

  /** Returns the hosts and accounts that have reached their limit. */
  function listBusy() {
    const others = [...underWay.values()];
    const full = (of: (one: DueDelivery) => string) =>
      [...new Set(others.map(of))].filter(
        (name) => others.filter((other) => of(other) === name).length >= MOST_OF_ONE,
      );
    return {
      hosts: full(({ host }) => host),
      accounts: full(({ accountId }) => accountId),
      failing: others.filter(({ isFailing }) => isFailing).length >= MOST_FAILING,
    };
  }

  async function attempt(due: DueDelivery): Promise<void> {
    const at = now();
    const taken = await takeDelivery(db, due.id, at, new Date(at.getTime() + LEASE_MS));
    if (!taken) return;
    const sent = await options.tracing.inSpan('webhook delivery', taken.traceparent, () =>
      sendDelivery(options.dispatcher, taken, at, options.patienceMs),
    );
    // An aborted attempt is not a failure: it is due again when its lease ends.
    if (sent.failure !== null && options.signal?.aborted) return;
    await settle(options, taken, sent);
  }

  function begin(due: DueDelivery): void {
    const attempting = attempt(due)
      .catch((error: unknown) => {
        // The delivery is sent again when its lease ends: at least once, not exactly once.
        options.logger.warn({ reason: describeError(error) }, 'a delivery could not be settled');
      })
      .finally(() => {
        underWay.delete(attempting);
        options.onFree();
      });
    underWay.set(attempting, due);
  }

  return {
    async step() {
      await createProductEvents(db, now());
      for (let begun = 1; begun > 0 && underWay.size < MOST;) {
        begun = 0;
        const ids = new Set([...underWay.values()].map(({ id }) => id));
        const due = await listDue(db, now(), listBusy(), { ofEach: MOST_OF_ONE, inAll: MOST * 2 });
        for (const one of due) {
          // A delivery that is just being taken may still be listed.
          if (ids.has(one.id) || isFull(one)) continue;
          begin(one);
          begun += 1;
        }
      }
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay.keys());
    },
  };
}

/** Stores the outcome of an attempt, and what it means for the webhook, in one transaction. */
async function settle(
  { db, now, random, onAttempt, onSwitchedOff }: DeliveryOptions,
  taken: TakenDelivery,
  sent: Sent,
): Promise<void> {
  const at = now();
  const isReceived = sent.failure === null;
  const retryAt = isReceived ? null : nextAttempt(taken.attempts + 1, at, random());
  const off = await db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, { id: taken.webhookId });
    if (!webhook) return undefined;
    const failingSince = webhook.failingSince ?? at;
    // If the URL has changed meanwhile, the old receiver's answer says nothing about the new one.
    const isCurrent = webhook.url === taken.url;
    const reason = isCurrent && !isReceived ? findReasonToStop(sent, failingSince, at) : undefined;
    const isSettled = await saveAttempt(tx, taken, { at, ...sent }, reason ? null : retryAt);
    if (!isCurrent || !isSettled) return undefined;
    if (!isReceived) await saveWebhook(tx, webhook.id, { failingSince });
    else if (webhook.failingSince) await saveWebhook(tx, webhook.id, { failingSince: null });
    if (isReceived && taken.event === CHALLENGE && (await saveVerified(tx, webhook.id)))
      await saveAuditEntry(tx, AUTHOR, {
        action: 'webhook.verified',
        entity: 'webhook',
        entityId: webhook.id,
        after: { url: webhook.url },
      });
    if (!reason || webhook.state === 'off') return undefined;
    await saveWebhook(tx, webhook.id, { state: 'off', offReason: reason, offAt: at });
    await saveAuditEntry(tx, AUTHOR, {
      action: 'webhook.switched_off',
      entity: 'webhook',
      entityId: webhook.id,
      after: { url: webhook.url, off_reason: reason },
    });
    const email = await findAccountEmail(tx, webhook.accountId);
    return email === undefined ? undefined : { email, url: webhook.url, reason };
  });
  onAttempt(isReceived ? 'delivered' : retryAt === null || off ? 'failed' : 'retried');
  if (off) onSwitchedOff(off);
}

function findReasonToStop({ status }: Sent, failingSince: Date, at: Date): 'gone' | 'failing' | undefined {
  if (status === GONE) return 'gone';
  return at.getTime() - failingSince.getTime() >= OFF_AFTER_DAYS * DAY_MS ? 'failing' : undefined;
}
