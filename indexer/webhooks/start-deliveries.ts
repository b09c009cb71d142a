import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../src/platform/db/client.ts';
import { listenForNotifications } from '../../src/platform/db/notifications/notification-listener.ts';
import type { Mailer } from '../../src/platform/mail/mailer.ts';
import {
  createWakeUpQueue,
  createWakeUpWorker,
  type QueueOptions,
} from '../../src/platform/job-queue/wake-up-queue.ts';
import { forgetDeliveries } from '../../src/publish/webhooks/delivery-store.ts';
import { OFF_AFTER_DAYS } from '../../src/publish/webhooks/switch-off-contract.ts';
import { NO_TRACING, type Tracing } from '../../src/platform/tracing/tracing.ts';
import { createTrouble, describeError } from '../trouble.ts';
import { DAY_MS, startLoop, UNTIL_WOKEN_MS } from '../../src/platform/start-loop.ts';
import { createDeliverer, type DeliveryOptions } from './deliver-due.ts';
import { createGuardedAgent, type GuardOptions } from '../../src/platform/outbound/guarded-agent.ts';

/** Pause between wake-ups: a bulk decision creates many deliveries at once. */
const REST_MS = 200;
/** How long to wait for attempts in flight at shutdown. */
const FINISH_MS = 2_000;

export interface DeliveriesOptions
  extends
    Omit<QueueOptions, 'queue' | 'telemetry'>,
    GuardOptions,
    Pick<DeliveryOptions, 'onAttempt'>,
    Partial<Pick<DeliveryOptions, 'now' | 'random' | 'patienceMs'>> {
  db: Db;
  /** How often to check for due deliveries without a wake-up: finds retries and changed products. */
  sweepMs: number;
  tracing?: Tracing;
  /** Without a mailer no mail is sent when a webhook is switched off; its state still shows it. */
  mailer?: Mailer | undefined;
}

/**
 * Delivers to webhooks. Due deliveries are in Postgres; BullMQ only wakes this sooner, and the next check finds
 * whatever it loses. Any number of processes may run it.
 */
export function startDeliveries(options: DeliveriesOptions): { close(): Promise<void> } {
  const { db, sweepMs, logger, mailer, tracing = NO_TRACING } = options;
  const queueOptions: QueueOptions = { ...options, queue: 'webhooks', telemetry: tracing.telemetry };
  const stopping = new AbortController();
  const agent = createGuardedAgent(options);
  const deliverer = createDeliverer({
    now: () => new Date(),
    random: Math.random,
    ...options,
    tracing,
    dispatcher: agent,
    signal: stopping.signal,
    onFree: () => delivering.wake(),
    onSwitchedOff: ({ email, url, reason }) => {
      logger.info({ reason }, 'a webhook is switched off');
      mailer?.sendWithRetries(writeMail(email, url, reason)).catch((error: unknown) => {
        logger.warn({ reason: describeError(error) }, 'the owner of a webhook could not be notified');
      });
    },
  });
  const queue = createWakeUpQueue(queueOptions);
  const worker = createWakeUpWorker(queueOptions, () => delivering.wake());
  let forgetAt = 0;
  const delivering = startLoop({
    name: 'delivering to webhooks',
    everyMs: sweepMs,
    async work() {
      await deliverer.step();
      if (Date.now() >= forgetAt && !(await forgetDeliveries(db))) forgetAt = Date.now() + DAY_MS;
    },
    trouble: createTrouble(logger),
    logger,
  });
  const forwarding = startLoop({
    name: 'waking deliverers',
    everyMs: UNTIL_WOKEN_MS,
    startAfterMs: UNTIL_WOKEN_MS,
    leastRestMs: REST_MS,
    async work() {
      if (!(await queue.wake())) delivering.wake();
    },
    logger,
  });
  const listener = listenForNotifications({
    databaseUrl: options.databaseUrl,
    subscriptions: [
      {
        channel: 'webhook_deliveries_due',
        onChange: (traceparent) => tracing.inTrace(traceparent, forwarding.wake),
        onGap: delivering.wake,
      },
    ],
    logger,
  });
  return {
    async close() {
      stopping.abort();
      await Promise.all([forwarding.close(), delivering.close()]);
      await Promise.race([deliverer.idle(), sleep(FINISH_MS, undefined, { ref: false })]);
      await agent.destroy();
      await deliverer.idle();
      await Promise.all([listener.close(), queue.close(), worker.close()]);
      mailer?.close();
    },
  };
}

function writeMail(to: string, url: string, reason: 'gone' | 'failing') {
  const why =
    reason === 'gone' ? 'It answered 410 Gone.' : `It has taken no delivery for ${OFF_AFTER_DAYS} days.`;
  return {
    to,
    subject: 'Your webhook is switched off',
    text:
      `Nothing more is delivered to this webhook of yours:\n\n${url}\n\n${why} ` +
      'Switch it on again with PATCH /api/v1/webhooks/{id} and {"active": true}; GET /api/v1/webhooks names it.\n',
  };
}
