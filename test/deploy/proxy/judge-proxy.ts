import sharp from 'sharp';
import { Agent, request } from 'undici';
import type { Db } from '../../../src/platform/db/client.ts';
import { atLeast, atMost, exactly, pause, type Finding } from '../../faults/scenario.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { gtinOf } from '../../support/recorded/recorded-catalogue.ts';
import { insertSubmissions } from '../../support/review/review-page.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { Fleet } from './fleet.ts';

export interface Proxy {
  /** With TLS. */
  origin: string;
  certificate: string;
  caches: boolean;
  /** Of callers nobody else was, so that nothing counts yet. */
  addresses: readonly [string, string];
  db: Db;
  fleet: Fleet;
}

const LARGE = 9_700_000;
const TOO_LARGE = 10_500_000;
/** Longer than an event is gathered, shorter than the beat: what waits for more to send comes later. */
const EVENT_S = 5;
const CALLERS = 4;

/** Asks through the proxy, trusting its own certificate only. */
export async function judgeProxy(proxy: Proxy): Promise<Finding[]> {
  const agents = proxy.addresses.map(
    (localAddress) => new Agent({ connect: { ca: proxy.certificate }, localAddress, bodyTimeout: 0 }),
  ) as [Agent, Agent];
  try {
    return [
      ...(await judgeAddresses(proxy, agents)),
      ...(proxy.caches ? await judgeCache(proxy, agents[0]) : []),
      ...(await judgeUploads(proxy, agents[0])),
      ...(await judgeEvents(proxy, agents[0])),
      ...(await judgeRestart(proxy, agents[0])),
    ];
  } finally {
    await Promise.all(agents.map((agent) => agent.destroy()));
  }
}

/** An error is not cached, so it says what is left of the minute of the caller's address. */
async function judgeAddresses({ origin }: Proxy, [own, other]: [Agent, Agent]): Promise<Finding[]> {
  const left = async (dispatcher: Agent, forwarded: string) => {
    const { headers, body } = await request(`${origin}/api/v1/products/search?page=0`, {
      dispatcher,
      headers: { 'X-Forwarded-For': forwarded },
    });
    await body.dump();
    return Number(headers['x-ratelimit-remaining']);
  };
  const first = await left(own, '198.51.100.1');
  const second = await left(own, '198.51.100.2');
  const elsewhere = await left(other, '198.51.100.1');
  return [
    exactly('an address that the caller made up counts with his own', first - 1, second),
    exactly('another address has a minute of its own', first, elsewhere),
  ];
}

async function judgeCache({ origin, db }: Proxy, dispatcher: Agent): Promise<Finding[]> {
  const { key } = await insertKey(db, 'internal');
  const ask = async (headers: Record<string, string>) => {
    const answer = await request(`${origin}/api/v1/products/barcode/${gtinOf(3)}`, { dispatcher, headers });
    await answer.body.dump();
    return String(answer.headers['x-cache']);
  };
  await ask({});
  return [
    exactly('asked again without a key', 'HIT', await ask({})),
    exactly('asked with a key', 'BYPASS', await ask({ 'X-API-Key': key })),
  ];
}

async function judgeUploads({ origin }: Proxy, dispatcher: Agent): Promise<Finding[]> {
  const submitted = await request(`${origin}/api/public/submissions`, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ gtin: gtinOf(3), name: `Upload ${origin}` }),
  });
  const { id, answer_token: token } = (await submitted.body.json()) as { id: string; answer_token: string };
  const upload = async (picture: Buffer) => {
    const { statusCode, body } = await request(`${origin}/api/public/submissions/${id}/images?role=front`, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'image/png', 'X-Answer-Token': token },
      body: picture,
    });
    const answer = (await body.json().catch(() => undefined)) as { error?: { code: string } } | undefined;
    return `${statusCode} ${answer?.error?.code ?? ''}`.trim();
  };
  // Decoding is not what a proxy is asked for: the picture is small, and zeros follow it.
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const large = Buffer.concat([picture, Buffer.alloc(LARGE - picture.length)]);
  return [
    exactly(`a picture of ${large.length} bytes`, '201', await upload(large)),
    exactly(
      'a larger one is refused by the API',
      '413 payload_too_large',
      await upload(Buffer.alloc(TOO_LARGE)),
    ),
  ];
}

async function judgeEvents({ origin, db }: Proxy, dispatcher: Agent): Promise<Finding[]> {
  const hear = async () => {
    const { headers } = await signInTestOperator(db, 'reviewer');
    const stream = await request(`${origin}/api/admin/events`, { dispatcher, headers: { ...headers } });
    let heard = '';
    stream.body.on('data', (chunk: Buffer) => (heard += chunk.toString())).on('error', () => undefined);
    return { heard: () => heard, close: () => void stream.body.destroy() };
  };
  const secondsUntil = async (what: string, is: () => boolean) => {
    const startedAt = performance.now();
    await waitFor(what, is, 30_000);
    return (performance.now() - startedAt) / 1_000;
  };
  const startedAt = performance.now();
  const streams = [await hear(), await hear()];
  const opened = (performance.now() - startedAt) / 1_000;
  await Promise.all(
    streams.map(({ heard }) => waitFor('the beginning', () => heard().includes('retry:'), 30_000)),
  );
  const [id = ''] = await insertSubmissions(db, [{ content: { name: `Live ${origin}` } }]);
  const took = await secondsUntil('the event', () => streams.every(({ heard }) => heard().includes(id)));
  for (const { close } of streams) close();
  return [
    atMost('two streams of events are open after', EVENT_S, opened, 's'),
    atMost('both hear of a submission after', EVENT_S, took, 's'),
  ];
}

/** Reads with a key, so that none comes from a cache, while each process is stopped and started again. */
async function judgeRestart({ origin, db, fleet }: Proxy, dispatcher: Agent): Promise<Finding[]> {
  const { key } = await insertKey(db, 'internal');
  const failures = new Map<string, number>();
  let reads = 0;
  const ending = new AbortController();
  const read = async (at: number) => {
    for (let count = at; !ending.signal.aborted; count += CALLERS) {
      const target = count % 2 === 0 ? `/barcode/${gtinOf(count % 100)}` : '/search?q=oat';
      const status = await request(`${origin}/api/v1/products${target}`, {
        dispatcher,
        headers: { 'X-API-Key': key },
      })
        .then(async ({ statusCode, body }) => {
          const text = await body.text();
          return statusCode < 500 ? String(statusCode) : `${statusCode} ${text.slice(0, 200)}`;
        })
        .catch((error: Error) => error.message);
      reads += 1;
      if (status !== '200' && status !== '404') failures.set(status, (failures.get(status) ?? 0) + 1);
      await pause(20);
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, at) => read(at));
  await fleet.restartOneByOne();
  ending.abort();
  await Promise.all(callers);
  const failed = [...failures].map(([status, count]) => `${status} x${count}`).join(', ');
  return [
    atLeast('reads while each process was restarted', 100, reads, ''),
    exactly(`of ${reads} reads failed`, 'none', failed || 'none'),
  ];
}
