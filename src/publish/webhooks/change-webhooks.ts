import { randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { lockAccount } from '../../access/accounts/account-store.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { CHALLENGE } from '../../platform/db/schema/webhooks.ts';
import { ApiError, refuseField } from '../../platform/http/api-error.ts';
import type { KeepAnswer } from '../../platform/http/idempotency/run-once.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import {
  countChallenges,
  endChallenges,
  insertDelivery,
  lockDelivery,
  saveReplay,
  type StoredDelivery,
} from './delivery-store.ts';
import { MOST_ATTEMPTS } from './retry-schedule.ts';
import type { Networks } from '../../platform/outbound/may-connect.ts';
import { readReceiver, type Receiver } from './receiver-address.ts';
import { MOST_WEBHOOKS, type NewWebhook, type WebhookChange } from './webhook-contract.ts';
import { createSecret } from './webhook-secret.ts';
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  lockWebhook,
  saveWebhook,
  type StoredWebhook,
  type WebhookName,
} from './webhook-store.ts';

/** How long deliveries are also signed with the previous secret. */
const OVERLAP_MS = 24 * 3_600_000;
const CHALLENGE_BYTES = 24;
/** Daily limit of challenges, for addresses that never answer one. */
const MOST_CHALLENGES = 10;

/**
 * Creates a webhook of an account, and sends the challenge at once.
 * @throws ApiError `validation_failed` for a forbidden address; `invalid_state` if the account has five webhooks
 */
export async function createWebhook(
  db: Db,
  accountId: string,
  { url, events }: NewWebhook,
  { permitted, author, keep }: { permitted: Networks; author: Author; keep: KeepAnswer<StoredWebhook> },
): Promise<StoredWebhook> {
  const receiver = requireReceiver(url, permitted);
  return await db.transaction(async (tx) => {
    // Two simultaneous requests run one after the other, so that the second counts the first one’s webhook.
    await lockAccount(tx, accountId);
    if ((await countWebhooks(tx, accountId)) >= MOST_WEBHOOKS)
      throw new ApiError(
        'invalid_state',
        `An account has ${MOST_WEBHOOKS} webhooks at most. Delete one first.`,
      );
    const webhook = await insertWebhook(tx, {
      id: uuidV7(),
      accountId,
      ...receiver,
      events,
      secret: createSecret(),
    });
    await sendChallenge(tx, webhook.id);
    await keep(tx, webhook);
    await saveWebhookAudit(tx, 'webhook.created', webhook.id, author, {
      after: { url: receiver.url, events },
    });
    return webhook;
  });
}

/**
 * Changes the address or the events, or switches the webhook on or off. A new address, or switching it on, requires a
 * new answer to the challenge.
 * @throws ApiError `not_found`; `validation_failed` for a forbidden address; `invalid_state` after ten challenges in
 * a day
 */
export async function changeWebhook(
  db: Db,
  name: WebhookName,
  { url, events, active }: WebhookChange,
  permitted: Networks,
  author: Author,
): Promise<StoredWebhook> {
  const receiver = url === undefined ? undefined : requireReceiver(url, permitted);
  return await db.transaction(async (tx) => {
    const before = await requireWebhook(tx, name);
    const isMoved = receiver !== undefined && receiver.url !== before.url;
    const isOff = active === undefined ? before.state === 'off' : !active;
    const needsChallenge = !isOff && (isMoved || (active === true && before.state !== 'active'));
    const change: Parameters<typeof saveWebhook>[2] = {
      ...receiver,
      ...(events ? { events } : {}),
      ...(needsChallenge ? { state: 'unverified', offReason: null, offAt: null, failingSince: null } : {}),
      ...(isOff && before.state !== 'off' ? OFF('owner') : {}),
    };
    // The webhook has the requested state already.
    if (Object.keys(change).length === 0) return before;
    if (needsChallenge && (await countChallenges(tx, name.id)) >= MOST_CHALLENGES)
      throw new ApiError(
        'invalid_state',
        `A webhook gets ${MOST_CHALLENGES} challenges a day at most. Try again later.`,
      );
    const webhook = await saveWebhook(tx, name.id, change);
    if (needsChallenge || isOff) await endChallenges(tx, name.id);
    if (needsChallenge) await sendChallenge(tx, name.id);
    await saveWebhookAudit(tx, 'webhook.changed', name.id, author, {
      before: describe(before),
      after: describe(webhook),
    });
    return webhook;
  });
}

/**
 * Gives the webhook a new secret. Deliveries are signed with both secrets for a day.
 * @throws ApiError `not_found`
 */
export async function rotateSecret(
  db: Db,
  name: WebhookName,
  author: Author,
  now = new Date(),
): Promise<StoredWebhook> {
  return await db.transaction(async (tx) => {
    const before = await requireWebhook(tx, name);
    const webhook = await saveWebhook(tx, name.id, {
      secret: createSecret(),
      previousSecret: before.secret,
      previousSecretEndsAt: new Date(now.getTime() + OVERLAP_MS),
    });
    await saveWebhookAudit(tx, 'webhook.secret_rotated', name.id, author);
    return webhook;
  });
}

/** @throws ApiError `not_found` */
export async function removeWebhook(db: Db, name: WebhookName, author: Author): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await requireWebhook(tx, name);
    await deleteWebhook(tx, name.id);
    // A webhook that was never delivered to has only the audit row of its creation.
    if (before.feedEpoch !== null)
      await saveWebhookAudit(tx, 'webhook.deleted', name.id, author, { before: describe(before) });
  });
}

/**
 * Switches the webhook off for an operator. Its owner may switch it on again.
 * @throws ApiError `not_found`; `invalid_state` when it is off already
 */
export async function switchOff(db: Db, name: WebhookName, author: Author): Promise<StoredWebhook> {
  return await db.transaction(async (tx) => {
    const before = await requireWebhook(tx, name);
    if (before.state === 'off') throw new ApiError('invalid_state', 'This webhook is off already.');
    const webhook = await saveWebhook(tx, name.id, OFF('operator'));
    await endChallenges(tx, name.id);
    await saveWebhookAudit(tx, 'webhook.switched_off', name.id, author, {
      before: describe(before),
      after: describe(webhook),
    });
    return webhook;
  });
}

/**
 * Sends a delivery again under the same id: at once, then by the retry schedule from its first step. A challenge
 * continues its schedule.
 * @throws ApiError `not_found`; `invalid_state` if the webhook's state does not permit this delivery
 */
export async function replayDelivery(
  db: Db,
  name: WebhookName,
  deliveryId: string,
  author: Author,
  now = new Date(),
): Promise<StoredDelivery> {
  return await db.transaction(async (tx) => {
    const webhook = await requireWebhook(tx, name);
    const delivery = await lockDelivery(tx, name.id, deliveryId);
    if (!delivery) throw new ApiError('not_found', 'There is no such delivery.');
    const isChallenge = delivery.event === CHALLENGE;
    if (webhook.state !== (isChallenge ? 'unverified' : 'active'))
      throw new ApiError(
        'invalid_state',
        isChallenge
          ? 'A challenge is sent only while the webhook is unverified.'
          : 'Only an active webhook is delivered to. Switch it on first.',
      );
    if (isChallenge && delivery.attempts >= MOST_ATTEMPTS)
      throw new ApiError(
        'invalid_state',
        `A challenge is sent ${MOST_ATTEMPTS} times at most. Set \`active\` to get a new one.`,
      );
    const replayed = await saveReplay(tx, delivery, now);
    // Owners' replays leave no audit row: they may replay hundreds of times, and only change a delivery's attempts.
    if (name.accountId === undefined)
      await saveWebhookAudit(tx, 'webhook.delivery_replayed', name.id, author, {
        after: { delivery: deliveryId },
      });
    return replayed;
  });
}

/** @throws ApiError `not_found` */
async function requireWebhook(tx: Tx, name: WebhookName): Promise<StoredWebhook> {
  const webhook = await lockWebhook(tx, name);
  if (!webhook) throw noSuchWebhook();
  return webhook;
}

export function noSuchWebhook(): ApiError {
  return new ApiError('not_found', 'There is no such webhook.');
}

const OFF = (offReason: NonNullable<StoredWebhook['offReason']>) =>
  ({ state: 'off', offReason, offAt: new Date() }) as const;

function requireReceiver(url: string, permitted: Networks): Receiver {
  const receiver = readReceiver(url, permitted);
  if (typeof receiver === 'string') throw refuseField('url', receiver);
  return receiver;
}

async function sendChallenge(tx: Tx, webhookId: string): Promise<void> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  await insertDelivery(tx, { webhookId, event: CHALLENGE, data: { challenge } });
}

function describe({ url, events, state, offReason }: StoredWebhook): object {
  return { url, events, state, ...(offReason ? { off_reason: offReason } : {}) };
}

async function saveWebhookAudit(
  tx: Tx,
  action: string,
  id: string,
  author: Author,
  change: { before?: object; after?: object } = {},
): Promise<void> {
  await saveAuditEntry(tx, author, { action, entity: 'webhook', entityId: id, ...change });
}
