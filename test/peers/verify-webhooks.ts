import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { v4 as uuidV4 } from 'uuid';
import { createGuardedAgent } from '../../src/platform/outbound/guarded-agent.ts';
import { sendDelivery } from '../../indexer/webhooks/send-delivery.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { TakenDelivery } from '../../src/publish/webhooks/due-delivery-store.ts';
import { createSecret, formatSecret } from '../../src/publish/webhooks/webhook-secret.ts';

const place = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const KEY = readFileSync(place('../support/webhooks/receiver-key.pem'), 'utf8');
const CERTIFICATE = readFileSync(place('../support/webhooks/receiver-cert.pem'), 'utf8');
const TEXTS = ['plain', 'Crème brûlée', '日本の緑茶', '🥫 "tin"\n', '</script>', '\u2028', '1e400', ''];

/** What is done to deliveries, and what a receiver with the secret has to answer. */
const WAYS = [
  { name: 'signed with its secret', taken: true },
  { name: 'signed with another one and with its secret', taken: true },
  { name: 'signed with another secret alone', taken: false },
  { name: 'its body changed on the way', taken: false },
  { name: 'its id changed on the way', taken: false },
  { name: 'signed ten minutes ago', taken: false },
] as const;

type Way = (typeof WAYS)[number];

await new Command('webhook-peers')
  .description(
    'Sends deliveries as the service does to the receivers of docs/examples, in Node and in Python with the library ' +
      'from PyPI (pip install standardwebhooks), and says what they make of them.',
  )
  .option('--python <command>', 'a Python that has standardwebhooks, or its virtual environment', 'python3')
  .option('--count <count>', 'deliveries of each kind', Number, 50)
  .action(run)
  .parseAsync();

async function run({ python, count }: { python: string; count: number }): Promise<void> {
  const command = python.includes('/') && !/python[\d.]*$/.test(python) ? `${python}/bin/python` : python;
  const wrong =
    (await check('Node', process.execPath, 'webhook-receiver.mjs', count)) +
    (await check('Python', command, 'webhook_receiver.py', count));
  process.exitCode = wrong === 0 ? 0 : 1;
}

/** How many were taken or refused that should not have been. */
async function check(language: string, command: string, example: string, count: number): Promise<number> {
  const secret = createSecret();
  const receiver = spawn(command, [place(`../../docs/examples/${example}`)], {
    env: { PATH: process.env['PATH'], WEBHOOK_SECRET: formatSecret(secret), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const output = createInterface({ input: receiver.stdout });
  output.on('line', (line) => lines.push(line));
  await Promise.race([
    once(output, 'line'),
    once(receiver, 'exit').then(() => Promise.reject(new Error(`${command} ${example} does not run`))),
  ]);
  const port = Number(lines.shift()?.split(' ')[1]);
  let way: Way = WAYS[0];
  const proxy = await startProxy(port, () => way);
  const { WEBHOOK_ALLOWED_NETWORKS: permitted = [] } = readConfig({
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  const agent = createGuardedAgent({ permitted, resolve: async () => ['127.0.0.1'], ca: CERTIFICATE });
  const url = `https://hooks.test:${(proxy.address() as AddressInfo).port}/`;
  let wrong = 0;
  const told = new Map<string, unknown>();
  try {
    for (way of WAYS) {
      let right = 0;
      for (let at = 0; at < count; at += 1) {
        const delivery = makeDelivery(url, at, secret, way);
        const minutes = way.name === 'signed ten minutes ago' ? 10 : 0;
        const { status, failure } = await sendDelivery(
          agent,
          delivery,
          new Date(Date.now() - minutes * 60_000),
        );
        if (way.taken && delivery.event !== 'webhook.challenge') told.set(delivery.id, delivery.data);
        if (way.taken ? failure === null : status === 401) right += 1;
      }
      wrong += count - right;
      say(`${language}: ${right} of ${count} ${way.taken ? 'taken' : 'refused'}: ${way.name}`);
    }
    const same = lines.filter((line) => {
      const [, id = '', ...data] = line.split(' ');
      return JSON.stringify(JSON.parse(data.join(' '))) === JSON.stringify(told.get(id));
    }).length;
    say(`${language}: ${same} of ${told.size} events were read as they were sent`);
    return wrong + (told.size - same);
  } finally {
    await agent.destroy();
    proxy.closeAllConnections();
    proxy.close();
    receiver.kill();
  }
}

function makeDelivery(url: string, at: number, secret: Buffer, way: Way): TakenDelivery {
  const events = [
    'products.changed',
    'submission.approved',
    'submission.rejected',
    'webhook.challenge',
  ] as const;
  const event = events[at % events.length] ?? 'products.changed';
  const isSigned = way.name !== 'signed with another secret alone';
  const isRotated = way.name === 'signed with another one and with its secret';
  return {
    id: uuidV4(),
    webhookId: uuidV4(),
    accountId: uuidV4(),
    url,
    host: new URL(url).host,
    event,
    data: {
      challenge: uuidV4(),
      text: TEXTS[at % TEXTS.length],
      products: Array.from({ length: at % 101 }, () => uuidV4()),
    },
    createdAt: new Date(),
    traceparent: null,
    attempts: 0,
    secret: isSigned && !isRotated ? secret : createSecret(),
    previousSecret: isRotated ? secret : null,
  };
}

/** Has the certificate, as a proxy in front of a receiver would, and makes the changes that the test sets. */
async function startProxy(port: number, findWay: () => Way): Promise<Server> {
  const pass = (request: IncomingMessage, response: ServerResponse, whole: string) => {
    const { name } = findWay();
    const body =
      name === 'its body changed on the way' ? whole.replace('"data":{', '"data":{"more":1,') : whole;
    const headers = {
      ...request.headers,
      'content-length': String(Buffer.byteLength(body)),
      ...(name === 'its id changed on the way' ? { 'webhook-id': uuidV4() } : {}),
    };
    const sent = forward(
      { host: '127.0.0.1', port, method: 'POST', path: request.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502);
        answer.pipe(response);
      },
    );
    sent.on('error', () => response.writeHead(502).end());
    sent.end(body);
  };
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => pass(request, response, Buffer.concat(parts).toString('utf8')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
