import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Of hooks.test, other.test, third.test, localhost and the loopback addresses. Nobody outside the tests trusts it. */
export const RECEIVER_CERTIFICATE = read('receiver-cert.pem');

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

export type Answer = { status: number; body?: string; headers?: Record<string, string> } | 'never';

export interface WebhookReceiver {
  port: number;
  /** Everything that came, in its order. */
  received: Received[];
  /** Of everything that came those of one type. */
  ofType: (type: string) => Received[];
  /** Says what it answers from now on; undefined: it takes everything. */
  answerWith: (answer: ((received: Received) => Answer) | undefined) => void;
  /** Before the next answer this is done. */
  holdUntil: (work: () => Promise<void>) => void;
  close(): Promise<void>;
}

/** An https server that takes webhooks, as anybody would have one; at a free port unless one is given. */
export async function startReceiver(port = 0): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let answerWith: ((one: Received) => Answer) | undefined;
  let hold: (() => Promise<void>) | undefined;
  const server = createServer(
    { key: read('receiver-key.pem'), cert: RECEIVER_CERTIFICATE },
    (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString('utf8');
        const one: Received = {
          path: request.url ?? '',
          headers: request.headers as Record<string, string>,
          body,
          event: JSON.parse(body) as Received['event'],
        };
        received.push(one);
        const answer = answerWith?.(one) ?? takeIt(one);
        const work = hold?.() ?? Promise.resolve();
        hold = undefined;
        if (answer === 'never') return;
        void work.then(() => response.writeHead(answer.status, answer.headers).end(answer.body));
      });
    },
  );
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    received,
    ofType: (type) => received.filter(({ event }) => event.type === type),
    answerWith: (answer) => (answerWith = answer),
    holdUntil: (work) => (hold = work),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function takeIt({ event }: Received): Answer {
  return event.type === 'webhook.challenge'
    ? { status: 200, body: String(event.data['challenge']) }
    : { status: 204 };
}
