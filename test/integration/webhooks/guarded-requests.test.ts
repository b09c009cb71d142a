import { createServer, type Server } from 'node:https';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGuardedAgent, type ResolveName } from '../../../src/platform/outbound/guarded-agent.ts';
import { sendDelivery, type Sent } from '../../../indexer/webhooks/send-delivery.ts';
import type { TakenDelivery } from '../../../src/publish/webhooks/due-delivery-store.ts';
import type { Networks } from '../../../src/platform/outbound/may-connect.ts';
import { LOOPBACK } from '../../support/webhooks/webhook-desk.ts';
import { RECEIVER_CERTIFICATE } from '../../support/webhooks/webhook-receiver.ts';

const KEY = readFileSync(new URL('../../support/webhooks/receiver-key.pem', import.meta.url), 'utf8');

/** What the server does with a request, by its path. */
let server: Server;
let port = 0;
let requests: string[] = [];
let connections = 0;

beforeAll(async () => {
  server = createServer({ key: KEY, cert: RECEIVER_CERTIFICATE }, (request, response) => {
    requests.push(request.url ?? '');
    const redirect = /^\/redirect\/(\d+)/.exec(request.url ?? '');
    if (redirect) {
      response.writeHead(Number(redirect[1]), { location: '/elsewhere' }).end();
    } else if (request.url === '/endless') {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    } else if (request.url === '/trickle') {
      response.writeHead(200).write('x');
    } else if (request.url === '/headers') {
      response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end();
    } else response.writeHead(204).end();
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Call {
  url: string;
  resolve?: ResolveName;
  permitted?: Networks;
  ca?: string | undefined;
  event?: TakenDelivery['event'];
}

async function call({ url, event = 'products.changed', ...guard }: Call): Promise<Sent> {
  requests = [];
  connections = 0;
  const agent = createGuardedAgent({
    permitted: LOOPBACK,
    resolve: async () => ['127.0.0.1'],
    ca: RECEIVER_CERTIFICATE,
    ...guard,
  });
  const delivery: TakenDelivery = {
    id: '5f0f1f6e-9a51-4c8e-8b1b-1c2d3e4f5a6b',
    webhookId: '5f0f1f6e-9a51-4c8e-8b1b-1c2d3e4f5a6c',
    accountId: '5f0f1f6e-9a51-4c8e-8b1b-1c2d3e4f5a6d',
    url,
    host: new URL(url).host,
    event,
    data: { challenge: 'x' },
    createdAt: new Date(),
    traceparent: null,
    attempts: 0,
    secret: Buffer.alloc(32, 1),
    previousSecret: null,
  };
  try {
    return await sendDelivery(agent, delivery, new Date(), 1_000);
  } finally {
    await agent.destroy();
  }
}

const named = (path: string, name = 'hooks.test') => `https://${name}:${port}${path}`;

describe('a request to the address of a stranger', () => {
  test('goes to the address that was checked: the name is asked for once', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']];
    const asked: string[] = [];
    const resolve: ResolveName = async (name) => {
      asked.push(name);
      return answers.shift() ?? [];
    };
    expect(await call({ url: named('/first'), resolve })).toEqual({ status: 204, failure: null });
    expect(asked).toEqual(['hooks.test']);
    expect(await call({ url: named('/second'), resolve })).toEqual({
      status: null,
      failure: 'address_refused',
    });
    expect(connections).toBe(0);
    expect(asked).toEqual(['hooks.test', 'hooks.test']);
  });

  test.each([
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['::ffff:127.0.0.1']],
    [['::1']],
    [['127.0.0.1', '10.0.0.1']],
    [['93.184.216.34', '127.0.0.1', '64:ff9b::7f00:1']],
  ])('is not made when the name leads to %j', async (addresses) => {
    const sent = await call({ url: named('/'), resolve: async () => addresses });
    expect(sent).toEqual({ status: null, failure: 'address_refused' });
    expect(connections).toBe(0);
  });

  test('is not made to this machine unless its network is permitted', async () => {
    for (const url of [named('/'), `https://127.0.0.1:${port}/`, `https://2130706433:${port}/`]) {
      const sent = await call({ url, permitted: [] });
      expect(sent).toEqual({ status: null, failure: 'address_refused' });
    }
    expect(connections).toBe(0);
    expect(await call({ url: `https://127.0.0.1:${port}/` })).toEqual({ status: 204, failure: null });
  });

  test.each(['[::ffff:127.0.0.1]', '[::1]', '[::ffff:7f00:1]'])(
    'is not made to %s where 127.0.0.0/8 is permitted',
    async (host) => {
      expect((await call({ url: `https://${host}:${port}/` })).failure).toBe('address_refused');
      expect(connections).toBe(0);
    },
  );

  test('is not made when there is no such name, or it cannot be asked', async () => {
    expect((await call({ url: named('/'), resolve: async () => [] })).failure).toBe('name_not_found');
    const broken = () => Promise.reject(new Error('no server'));
    expect((await call({ url: named('/'), resolve: broken })).failure).toBe('name_not_found');
  });

  test.each([301, 302, 303, 307, 308])('follows no redirect: %i', async (status) => {
    expect(await call({ url: named(`/redirect/${status}`) })).toEqual({ status, failure: 'redirect' });
    expect(requests).toEqual([`/redirect/${status}`]);
  });

  test('asks for the certificate of the name', async () => {
    expect((await call({ url: named('/'), ca: undefined })).failure).toBe('certificate');
    expect((await call({ url: named('/', 'somebody.else') })).failure).toBe('certificate');
    expect(requests).toEqual([]);
  });

  test('reads no more of an answer than it needs', async () => {
    expect(await call({ url: named('/endless') })).toEqual({ status: 200, failure: null });
    expect(await call({ url: named('/trickle') })).toEqual({ status: 200, failure: null });
    expect((await call({ url: named('/endless'), event: 'webhook.challenge' })).failure).toBe('challenge');
    expect((await call({ url: named('/trickle'), event: 'webhook.challenge' })).failure).toBe('timeout');
    expect((await call({ url: named('/headers') })).failure).toBe('connection');
  });

  test('that no server accepts is an error', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => {
      free.listen(0, '127.0.0.1', resolve);
    });
    const { port: closed } = free.address() as AddressInfo;
    await new Promise((resolve) => {
      free.close(resolve);
    });
    expect((await call({ url: `https://hooks.test:${closed}/` })).failure).toBe('connection');
  });
});
