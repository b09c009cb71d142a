import type { StoredDelivery } from './delivery-store.ts';
import type { Delivery, Failure, Webhook } from './webhook-contract.ts';
import type { StoredWebhook } from './webhook-store.ts';

/** Returns a webhook as its owner and operators see it: without its secret. */
export function describeWebhook(webhook: StoredWebhook, now = new Date()): Webhook {
  const { previousSecretEndsAt: endsAt } = webhook;
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    state: webhook.state,
    off_reason: webhook.offReason,
    off_at: webhook.offAt?.toISOString() ?? null,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    previous_secret_ends_at: endsAt && endsAt > now ? endsAt.toISOString() : null,
    created_at: webhook.createdAt.toISOString(),
  };
}

export function describeDelivery(delivery: StoredDelivery): Delivery {
  return {
    id: delivery.id,
    event: delivery.event,
    status: delivery.status,
    data: delivery.data,
    attempts: delivery.attempts,
    next_attempt_at: delivery.dueAt?.toISOString() ?? null,
    last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
    last_status: delivery.lastStatus,
    last_failure: delivery.lastFailure as Failure | null,
    created_at: delivery.createdAt.toISOString(),
  };
}
