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
import { tellProducts } from '../../src/publish/webhooks/told-products-store.ts';
import { nextAttempt } from '../../src/publish/webhooks/retry-schedule.ts';
import { OFF_AFTER_DAYS } from '../../src/publish/webhooks/switch-off-contract.ts';
import { lockWebhook, saveVerified, saveWebhook } from '../../src/publish/webhooks/webhook-store.ts';
import { saveAuditEntry } from '../../src/platform/audit/audit-store.ts';
import { describeError } from '../trouble.ts';
import { sendDelivery, type Sent } from './send-delivery.ts';

/** Requests under way of this process, … */
const MOST = 40;
/** … of them to receivers that failed last time, so that those leave room for the others, … */
const MOST_FAILING = 20;
/** … and to one host, or for one account. */
const MOST_OF_ONE = 4;
/** Longer than an attempt takes: then another process may try. */
const LEASE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const GONE = 410;
const AUTHOR = { actor: 'system:webhooks' };

export interface DeliveryOptions {
  db: Db;
  /** Opens connections to permitted addresses alone. */
  dispatcher: Dispatcher;
  now: () => Date;
  random: () => number;
  /** Told of each attempt that has ended. */
  onAttempt: (outcome: 'delivered' | 'retried' | 'failed') => void;
  /** Told of a webhook that is switched off, after it is written down. */
  onSwitchedOff: (off: { email: string; url: string; reason: 'gone' | 'failing' }) => void;
  /** A place is free again. */
  onFree: () => void;
  /** For one attempt; 15 s unless given. */
  patienceMs?: number | undefined;
  /** Aborted when the process stops. */
  signal?: AbortSignal;
  logger: Logger;
}

export interface Deliverer {
  /** Makes deliveries of what has changed, and begins attempts as far as there is room for them. */
  step(): Promise<void>;
  /** Resolves when no attempt is under way. */
  idle(): Promise<void>;
}

/** Delivers due deliveries from Postgres. Any number of processes may run it: each delivery is taken by one of them. */
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

  /** Those who have as many under way as they may. */
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
    const sent = await sendDelivery(options.dispatcher, taken, at, options.patienceMs);
    // Not a failed attempt: it is due again when its lease is over.
    if (sent.failure !== null && options.signal?.aborted) return;
    await settle(options, taken, sent);
  }

  function begin(due: DueDelivery): void {
    const attempting = attempt(due)
      .catch((error: unknown) => {
        // What was sent is sent once more when the lease is over: at least once, not once.
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
      await tellProducts(db, now());
      for (let begun = 1; begun > 0 && underWay.size < MOST;) {
        begun = 0;
        const ids = new Set([...underWay.values()].map(({ id }) => id));
        const due = await listDue(db, now(), listBusy(), { ofEach: MOST_OF_ONE, inAll: MOST * 2 });
        for (const one of due) {
          // One that is being taken at this moment may be listed still.
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

/** Writes down what came of an attempt, with what it means for the webhook, in one transaction. */
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
    // What another address says about itself is nothing about this one.
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
