import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { ROOT, startNode } from '../../support/servers/started-program.ts';
import { waitFor } from '../../support/wait-for.ts';
import { atLeast, atMost, exactly, pause, percentile, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

interface Answer {
  /** 0: no answer came. */
  status: number;
  ms: number;
}

async function ask(url: string, options: object = {}): Promise<Answer> {
  const askedAt = performance.now();
  return await new Promise((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - askedAt });
    const request = get(url, { timeout: 5_000, ...options }, (response) => {
      response.resume().on('end', () => end(response.statusCode ?? 0));
      response.on('error', () => end(0));
    });
    request.on('timeout', () => request.destroy()).on('error', () => end(0));
  });
}

/** So many calls a second for so long, whether or not those before are answered. */
async function askSteadily(
  perSecond: number,
  ms: number,
  one: (n: number) => Promise<Answer>,
): Promise<Answer[]> {
  const running: Promise<Answer>[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < ms) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    while (running.length < due) running.push(one(running.length));
    await pause(5);
  }
  return await Promise.all(running);
}

/** Opens sockets that begin a request and never end it, and opens them again as they are closed. */
function holdHalfOpen(origin: string, count: number, localAddress: string): () => void {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = () => {
    if (isOver) return;
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    sockets.add(socket);
    socket.on('error', () => undefined).write('GET /healthz HTTP/1.1\r\nHost: a\r\n');
    socket.on('close', () => {
      sockets.delete(socket);
      setTimeout(open, 500).unref();
    });
  };
  for (let i = 0; i < count; i += 1) open();
  return () => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  };
}

const floodSchema = z.object({
  '2xx': z.int(),
  statusCodeStats: z.record(z.string(), z.object({ count: z.int() })),
});

const FLOOD = '--json --connections 100 --headers Accept=text/html --headers Accept-Encoding=gzip'.split(' ');

/** Asks for a page over 100 connections, in a process of its own: what the attacker needs is no cost of the service. */
async function floodPages(url: string, seconds: number): Promise<{ sent: number; refused: number }> {
  const program = startNode(
    ['node_modules/autocannon/autocannon.js', ...FLOOD, '--duration', String(seconds), url],
    {},
    ROOT,
  );
  await program.ended;
  const { '2xx': sent, statusCodeStats } = floodSchema.parse(JSON.parse(program.output()));
  return { sent, refused: statusCodeStats['429']?.count ?? 0 };
}

async function lookupPaths({ db }: World): Promise<string[]> {
  const { rows } = await db.execute<{ gtin: string }>(
    sql`select right(gtin14, 13) as gtin from barcodes join products on products.id = product_id
        where is_primary and status = 'active' limit 200`,
  );
  return rows.map(({ gtin }) => `/api/v1/products/barcode/${gtin}`);
}

/** Returns the status; 0: the connection was ended. */
async function sendForm(origin: string, body: string): Promise<number> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return await fetch(`${origin}/contribute`, { method: 'POST', headers, body }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

const failed = (answers: Answer[]) => answers.filter(({ status }) => status !== 200).length;

/** What a stranger does to the server as such, beside honest callers of other addresses. */
export const HTTP_ABUSE_SCENARIOS: Scenario[] = [
  {
    id: 'A7',
    title: '1,000 sockets of one address that never end their request',
    async run(world, rounds) {
      const letGo = holdHalfOpen(world.api.origin, 1_000, '127.0.0.1');
      await pause(1_000);
      const checks = await askSteadily(10, rounds(20_000, 8_000), () =>
        ask(`${world.api.origin}/healthz`, { localAddress: '127.0.0.2', agent: false }),
      );
      const text = await world.api.metrics();
      letGo();
      const refused = Number(/refused_total\{reason="address"\} (\d+)/.exec(text)?.[1] ?? 0);
      return [
        exactly(`of ${checks.length} health checks of another address refused`, 0, failed(checks)),
        atLeast('connections refused, as the metric tells', 750, refused, ''),
      ];
    },
  },
  {
    id: 'A8',
    title: 'the description of the API 50 times a second, compressed',
    async run(world, rounds) {
      const paths = await lookupPaths(world);
      const agent = new Agent({ keepAlive: true, maxSockets: 50 });
      const compressed = { agent, headers: { 'Accept-Encoding': 'gzip, br' } };
      const reader = { agent, headers: world.headers };
      const ms = rounds(20_000, 8_000);
      const lookUp = (n: number) => ask(`${world.api.origin}${paths[n % paths.length]}`, reader);
      // The first one compresses it. Calls that a process has only just begun to serve say nothing of it.
      await ask(`${world.api.origin}/api/v1/openapi.json`, compressed);
      await askSteadily(50, 4_000, lookUp);
      const alone = await askSteadily(50, 4_000, lookUp);
      const [files, lookups] = await Promise.all([
        askSteadily(50, ms, () => ask(`${world.api.origin}/api/v1/openapi.json`, compressed)),
        askSteadily(50, ms, lookUp),
      ]);
      agent.destroy();
      const p95 = (answers: Answer[]) =>
        percentile(
          answers.map((answer) => answer.ms),
          0.95,
        );
      return [
        exactly(`of ${files.length} descriptions not sent`, 0, failed(files)),
        exactly(`of ${lookups.length} lookups failed`, 0, failed(lookups)),
        atMost('lookups without it, p95', 50, p95(alone), 'ms'),
        atMost('lookups beside it, p95', 50, p95(lookups), 'ms'),
      ];
    },
  },
  {
    id: 'A10',
    title: 'pages of the docs over 100 connections of one address without a key',
    async run(world, rounds) {
      const agent = new Agent({ keepAlive: true, maxSockets: 20 });
      const reader = { agent, headers: world.headers, localAddress: '127.0.0.2' };
      const search = () => ask(`${world.api.origin}/api/v1/products/search?q=milk+bread`, reader);
      const alone = await askSteadily(10, 4_000, search);
      const page = `${world.api.origin}/docs/api`;
      const attack = floodPages(page, rounds(26, 14));
      await waitFor('the first refusal', async () => (await ask(page)).status === 429, 10_000);
      const beside = await askSteadily(10, rounds(20_000, 8_000), search);
      const pages = await attack;
      agent.destroy();
      const p95 = (answers: Answer[]) =>
        percentile(
          answers.map(({ ms }) => ms),
          0.95,
        );
      return [
        // The flood may lie in two minutes.
        atMost('pages sent, of 60 a minute', 120, pages.sent, 'pages'),
        atLeast('pages refused', 1, pages.refused, 'pages'),
        exactly(`of ${beside.length} searches failed`, 0, failed(beside)),
        atMost('searches without it, p95', 200, p95(alone), 'ms'),
        atMost('searches beside it, p95', 400, p95(beside), 'ms'),
      ];
    },
  },
  {
    id: 'A17',
    title: 'forms of half a megabyte with 260,000 fields, and as large as they may be, beside lookups',
    async run(world, rounds) {
      const paths = await lookupPaths(world);
      const agent = new Agent({ keepAlive: true, maxSockets: 20 });
      const lookUp = (n: number) =>
        ask(`${world.api.origin}${paths[n % paths.length]}`, {
          agent,
          headers: world.headers,
          localAddress: '127.0.0.2',
        });
      await askSteadily(50, 2_000, lookUp);
      const bodies = ['a&'.repeat(260_000), 'a&'.repeat(290), `attributes=${'a%3A1%0A'.repeat(14_000)}`];
      const forms: number[] = [];
      const sendForms = async () => {
        for (let n = 0; n < rounds(120, 45); n += 1)
          forms.push(await sendForm(world.api.origin, bodies[n % bodies.length] ?? ''));
      };
      const [lookups] = await Promise.all([askSteadily(50, rounds(10_000, 5_000), lookUp), sendForms()]);
      agent.destroy();
      const times = lookups.map(({ ms }) => ms);
      return [
        exactly(`of ${forms.length} forms taken`, 0, forms.filter((status) => status === 303).length),
        exactly(`of ${lookups.length} lookups failed`, 0, failed(lookups)),
        atMost('lookups beside them, p95', 50, percentile(times, 0.95), 'ms'),
        atMost('the slowest lookup', 350, Math.max(...times), 'ms'),
      ];
    },
  },
  {
    id: 'A11',
    title: 'X-Forwarded-Host names another host to a service that trusts its proxy',
    async run(world) {
      const unnamed = await world.startApi({ TRUST_PROXY: '1', PUBLIC_URL: '' }).then(
        async (api) => {
          await api.stop();
          return 'started';
        },
        (error: unknown) => (String(error).includes('PUBLIC_URL: must be set') ? 'refused' : String(error)),
      );
      const api = await world.startApi({ TRUST_PROXY: '1' });
      const poisoned: string[] = [];
      for (const path of [
        '/',
        '/docs/api',
        '/robots.txt',
        '/sitemap.xml',
        '/sitemaps/1.xml',
        '/categories',
      ]) {
        const { text } = await api.get(path, { 'X-Forwarded-Host': 'evil.example' });
        if (text.includes('evil.example')) poisoned.push(path);
      }
      await api.stop();
      return [
        exactly('a start without PUBLIC_URL', 'refused', unnamed),
        exactly('answers that name the other host', 'none', poisoned.join(' ') || 'none'),
      ];
    },
  },
];
