import ipaddr from 'ipaddr.js';
import supertest, { type Response } from 'supertest';
import { createDeliverer, type Deliverer } from '../../../indexer/webhooks/deliver-due.ts';
import { createGuardedAgent, type ResolveName } from '../../../src/platform/outbound/guarded-agent.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { NO_TRACING } from '../../../src/platform/tracing/tracing.ts';
import type { Delivery, Webhook } from '../../../src/publish/webhooks/webhook-contract.ts';
import { register, type Registered } from '../callers/test-accounts.ts';
import { createTestApi, type TestApi } from '../test-api.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { RECEIVER_CERTIFICATE, startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export const LOOPBACK = [ipaddr.parseCIDR('127.0.0.0/8')];

export interface SecretWebhook extends Webhook {
  secret: string;
}

/** A holder of a key. */
export interface Holder extends Registered {
  send: (method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) => Promise<Response>;
}

/** An API, a process that delivers on command, a clock that the test sets, and a receiver. */
export interface WebhookDesk {
  database: TestDatabase;
  api: TestApi;
  receiver: WebhookReceiver;
  deliverer: Deliverer;
  outcomes: string[];
  mails: { email: string; url: string; reason: string }[];
  now: () => Date;
  /** Later by so much. */
  pass: (ms: number) => void;
  /** From now on it is later only by what passes by hand. */
  stopClock: () => void;
  /** Back to the time that it is. */
  resetClock: () => void;
  /** Begins what is due, and waits until it is settled. */
  deliver: () => Promise<void>;
  newHolder: () => Promise<Holder>;
  /** A webhook that has answered its challenge. */
  newWebhook: (holder: Holder, events: string[], path?: string, host?: string) => Promise<SecretWebhook>;
  listDeliveries: (holder: Holder, webhookId: string) => Promise<Delivery[]>;
  close(): Promise<void>;
}

export async function createWebhookDesk({
  resolve = async () => ['127.0.0.1'],
  patienceMs = 5_000,
  random = 0,
}: { resolve?: ResolveName; patienceMs?: number; random?: number } = {}): Promise<WebhookDesk> {
  const database = await createTestDatabase();
  const api = createTestApi(database, { webhookNetworks: LOOPBACK });
  const receiver = await startReceiver();
  const dispatcher = createGuardedAgent({ permitted: LOOPBACK, resolve, ca: RECEIVER_CERTIFICATE });
  const outcomes: string[] = [];
  const mails: WebhookDesk['mails'] = [];
  let passedMs = 0;
  let stoppedAt: number | undefined;
  const now = () => new Date((stoppedAt ?? Date.now()) + passedMs);
  const deliverer = createDeliverer({
    db: database.db,
    dispatcher,
    tracing: NO_TRACING,
    now,
    random: () => random,
    onAttempt: (outcome) => outcomes.push(outcome),
    onSwitchedOff: (mail) => mails.push(mail),
    onFree: () => undefined,
    patienceMs,
    logger: createLogger('test', 'silent'),
  });
  const deliver = async () => {
    await deliverer.step();
    await deliverer.idle();
  };
  const newHolder = async (): Promise<Holder> => {
    const registered = await register(api);
    return {
      ...registered,
      send: async (method, path, body) => {
        const request = supertest(api.app)[method](`/api/v1${path}`).set('X-API-Key', registered.apiKey);
        return await (body ? request.send(body) : request);
      },
    };
  };
  return {
    database,
    api,
    receiver,
    deliverer,
    outcomes,
    mails,
    now,
    pass: (ms) => void (passedMs += ms),
    stopClock: () => void (stoppedAt = Date.now()),
    resetClock() {
      passedMs = 0;
      stoppedAt = undefined;
    },
    deliver,
    newHolder,
    async newWebhook(holder, events, path = '/hook', host = 'hooks.test') {
      const url = `https://${host}:${receiver.port}${path}`;
      const created = await holder.send('post', '/webhooks', { url, events });
      if (created.status !== 201) throw new Error(`no webhook: ${created.text}`);
      await deliver();
      return created.body as SecretWebhook;
    },
    async listDeliveries(holder, webhookId) {
      const response = await holder.send('get', `/webhooks/${webhookId}/deliveries?size=100`);
      return (response.body as { items: Delivery[] }).items;
    },
    async close() {
      await deliverer.idle();
      await dispatcher.destroy();
      await receiver.close();
      await database.drop();
    },
  };
}
