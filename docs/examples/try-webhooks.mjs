// Tries webhooks on one machine, without https: it reads what a service tells, and sends it as the service would to a
// receiver here. Needs `npm install standardwebhooks`; a checkout has it.
//   node try-webhooks.mjs                                   shows the deliveries itself
//   node try-webhooks.mjs http://127.0.0.1:9000/hooks       sends them to your receiver, with the secret that it prints
// FACTSHELF_URL: the service (http://127.0.0.1:8080). FACTSHELF_API_KEY: then decisions about your back-flow come too.
// WEBHOOK_SECRET: a secret that your receiver has already. Unlike the service it sends each event once.
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

if (process.argv[2]?.startsWith('-')) {
  console.log('node try-webhooks.mjs [address of a receiver]');
  process.exit();
}
const service = process.env.FACTSHELF_URL ?? 'http://127.0.0.1:8080';
const key = process.env.FACTSHELF_API_KEY;
const secret = process.env.WEBHOOK_SECRET ?? `whsec_${randomBytes(32).toString('base64')}`;
const webhook = new Webhook(secret);
const receiver = process.argv[2] ?? (await startReceiver());

async function startReceiver() {
  const server = createServer((request, response) => void show(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}/`;
}

async function show(request, response) {
  const event = webhook.verify(await text(request), request.headers);
  response.end(event.data.challenge);
}

async function ask(path) {
  const response = await fetch(service + path, {
    headers: key === undefined ? {} : { 'X-API-Key': key },
    signal: AbortSignal.timeout(30_000),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${service} refuses: ${answer.error.message}`);
  return answer;
}

/** Sends an event, signed, and returns the text of the answer. */
async function send(type, data) {
  const id = randomUUID();
  const timestamp = new Date();
  const body = JSON.stringify({ type, timestamp, data });
  const response = await fetch(receiver, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1_000)),
      'webhook-signature': webhook.sign(id, timestamp, body),
    },
    body,
    signal: AbortSignal.timeout(15_000),
  });
  const answer = await response.text();
  console.log(`${response.status} ${type} ${JSON.stringify(data)}`);
  return answer;
}

async function followProducts() {
  let { next: from } = await ask('/api/v1/changes?since=now');
  for (;;) {
    const { items, next } = await ask(`/api/v1/changes?since=${from}&limit=100&wait=20&fields=name`);
    if (items.length > 0) {
      const products = items.map(({ id }) => id);
      await send('products.changed', { from, to: next, count: products.length, products });
    }
    from = next;
  }
}

async function followSubmissions() {
  const known = new Map();
  for (let isFirst = true; ; isFirst = false) {
    const { items } = await ask('/api/public/submissions?mine&size=100');
    for (const { id, status, reason, product_id, reviewed_at } of items.toReversed()) {
      const before = known.get(id) ?? 'pending';
      known.set(id, status);
      if (isFirst || before === status) continue;
      const event = status === 'pending' ? 'reopened' : status;
      await send(`submission.${event}`, { id, status, reason, product_id, reviewed_at });
    }
    await sleep(2_000);
  }
}

console.log(`Secret: ${secret}`);
console.log(`Receiver: ${receiver}`);
const challenge = randomBytes(16).toString('hex');
if ((await send('webhook.challenge', { challenge })).trim() !== challenge) {
  throw new Error('The receiver must answer the challenge with its value as the whole body.');
}
await Promise.all([followProducts(), ...(key === undefined ? [] : [followSubmissions()])]);
