import { sql } from 'drizzle-orm';
import type { StartedApi } from '../../support/servers/started-api.ts';
import { runCommand } from '../../support/servers/run-command.ts';
import { insertOperator, OPERATOR_PASSWORD } from '../../support/callers/test-operator.ts';
import { waitFor } from '../../support/wait-for.ts';
import { atLeast, atMost, exactly, pause, percentile, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

const PASSWORD = 'seven small islands';
/** The defaults of .env.example, which docs/decisions/0004 explains. */
const PER_ADDRESS = 10;
const PER_NETWORK = 40;
const CEILING = 3 * 600;
let nextCaller = 0;

interface Answer {
  status: number;
  body: { api_key?: string };
  ms: number;
}

/** As it comes through a proxy from this address. Status 0: no answer came. */
export async function post(api: StartedApi, path: string, address: string, body: object): Promise<Answer> {
  const askedAt = performance.now();
  try {
    const response = await fetch(api.origin + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    const answer = (await response.json()) as Answer['body'];
    return { status: response.status, body: answer, ms: performance.now() - askedAt };
  } catch {
    return { status: 0, body: {}, ms: performance.now() - askedAt };
  }
}

const register = (api: StartedApi, address: string) =>
  post(api, '/api/v1/register', address, {
    email: `abuse-${process.pid}-${(nextCaller += 1)}@example.org`,
    password: PASSWORD,
  });

/** Registers from these addresses in turn, eight at a time, as fast as it goes; the keys that were given. */
async function collectKeys(api: StartedApi, seconds: number, addressOf: (n: number) => string) {
  const until = performance.now() + seconds * 1_000;
  const keys: string[] = [];
  let asked = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() < until) {
        const { body } = await register(api, addressOf((asked += 1)));
        if (body.api_key !== undefined) keys.push(body.api_key);
      }
    }),
  );
  return { keys, asked };
}

/** Calls with all keys in turn from one address within one minute of the clock, until many were refused. */
async function callWithAll(api: StartedApi, keys: string[], address: string) {
  await waitFor('a young minute', () => Date.now() % 60_000 < 5_000, 70_000);
  const until = Date.now() - (Date.now() % 60_000) + 55_000;
  const counts = { passed: 0, refused: 0, other: 0 };
  let asked = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (Date.now() < until && counts.refused < 500) {
        const headers = { 'X-API-Key': keys[(asked += 1) % keys.length] ?? '', 'X-Forwarded-For': address };
        const { status } = await api.get('/api/v1/products/barcode/9521000000018', headers);
        if (status === 429) counts.refused += 1;
        else if (status === 200 || status === 404) counts.passed += 1;
        else counts.other += 1;
      }
    }),
  );
  return counts;
}

const countAccounts = async (world: World) =>
  (await world.db.execute<{ n: number }>(sql`select count(*)::int as n from accounts`)).rows[0]?.n ?? 0;

/** What strangers do with accounts on purpose. */
export const ACCOUNT_SCENARIOS: Scenario[] = [
  {
    id: 'A4',
    title: 'one address, and one IPv6 /48, register as fast as they can, and call with all their keys',
    async run(world, rounds) {
      const api = await world.startApi({ TRUST_PROXY: '1' });
      try {
        const before = await countAccounts(world);
        const seconds = rounds(30, 10);
        const one = await collectKeys(api, seconds, () => '203.0.113.40');
        const wide = await collectKeys(
          api,
          seconds + 5,
          (n) => `2001:db8:40:${(n % 4_096).toString(16)}::${n.toString(16)}`,
        );
        const made = (await countAccounts(world)) - before;
        const calls = await callWithAll(api, [...one.keys, ...wide.keys], '203.0.113.40');
        return [
          atMost(`keys of one address, of ${one.asked} asked for`, PER_ADDRESS, one.keys.length, 'keys'),
          atMost(`keys of one /48, of ${wide.asked} asked for`, PER_NETWORK, wide.keys.length, 'keys'),
          exactly('accounts made beyond these keys', 0, made - one.keys.length - wide.keys.length),
          atMost('calls of all keys from one address in a minute', CEILING, calls.passed, 'calls'),
          atLeast('calls refused then', 1, calls.refused, 'calls'),
          exactly('answers that are neither', 0, calls.other),
        ];
      } finally {
        await api.stop();
      }
    },
  },
  {
    id: 'A5',
    title: "a stranger registers a partner's e-mail before the operator upgrades it",
    async run(world) {
      const api = await world.startApi({ TRUST_PROXY: '1' });
      const key = (args: string[]) => runCommand('key', world.postgres.url, args);
      try {
        const email = `partner-${process.pid}-${(nextCaller += 1)}@example.org`;
        const credentials = { email, password: PASSWORD };
        const stranger = await post(api, '/api/v1/register', '203.0.113.50', credentials);
        const upgrade = await key(['tier', email, 'partner']);
        const issued = await key(['create', '--email', email, '--tier', 'partner', '--replace']);
        const [partnerKey = '', , code = ''] = issued.output.trim().split('\n').slice(-3);
        const taken = await post(api, '/api/v1/account/regenerate', '203.0.113.50', credentials);
        const seen = await post(api, '/api/v1/account', '203.0.113.50', credentials);
        const readWith = async (apiKey = '') =>
          (await api.get('/api/v1/stats', { 'X-API-Key': apiKey })).status;
        const own = { email, password: 'eleven slow rivers' };
        const set = { code, password: own.password };
        return [
          exactly('stranger registers', 201, stranger.status),
          exactly('upgrade of an e-mail that nobody confirmed, exit code', 1, Number(upgrade.exitCode)),
          exactly('key by hand, exit code', 0, Number(issued.exitCode)),
          exactly('stranger regenerates the key', 401, taken.status),
          exactly('stranger looks at the account', 401, seen.status),
          exactly("stranger's own key", 401, await readWith(stranger.body.api_key)),
          exactly("partner's key", 200, await readWith(partnerKey)),
          exactly(
            'partner sets a password with the code',
            200,
            (await post(api, '/api/v1/account/password', '203.0.113.51', set)).status,
          ),
          exactly(
            'partner looks at the account',
            200,
            (await post(api, '/api/v1/account', '203.0.113.51', own)).status,
          ),
        ];
      } finally {
        await api.stop();
      }
    },
  },
  {
    id: 'A6',
    title: '150 registrations a second from everywhere, while operators sign in',
    async run(world, rounds) {
      const api = await world.startApi({ TRUST_PROXY: '1', LOG_LEVEL: 'info' });
      try {
        const operators = await Promise.all(Array.from({ length: 5 }, () => insertOperator(world.db)));
        const seconds = rounds(30, 10);
        const linesBefore = countLines(api);
        const registrations: Promise<Answer>[] = [];
        const signIns: Answer[] = [];
        const until = performance.now() + seconds * 1_000;
        const signInInTurn = async () => {
          for (let n = 0; performance.now() < until; n += 1) {
            const email = operators[n % operators.length]?.email;
            const credentials = { email, password: OPERATOR_PASSWORD };
            signIns.push(await post(api, '/api/admin/login', '203.0.113.60', credentials));
            await pause(200);
          }
        };
        const flood = async () => {
          const startedAt = performance.now();
          while (performance.now() < until) {
            const due = ((performance.now() - startedAt) / 1_000) * 150;
            while (registrations.length < due) {
              const n = registrations.length;
              registrations.push(register(api, `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`));
            }
            await pause(10);
          }
        };
        await Promise.all([flood(), signInInTurn()]);
        const answers = await Promise.all(registrations);
        const made = answers.filter(({ status }) => status === 201).length;
        const refused = signIns.filter(({ status }) => status !== 200).length;
        return [
          exactly(`sign-ins of ${signIns.length} refused`, 0, refused),
          atMost(
            'sign-ins, p95',
            2_000,
            percentile(
              signIns.map(({ ms }) => ms),
              0.95,
            ),
            'ms',
          ),
          atLeast('registrations sent', seconds * 100, answers.length, 'registrations'),
          atMost('accounts made', (seconds + 1) * 5, made, 'accounts'),
          atLeast('accounts made', 1, made, 'accounts'),
          atMost('lines in the log', 20, countLines(api) - linesBefore, 'lines'),
        ];
      } finally {
        await api.stop();
      }
    },
  },
];

function countLines(api: StartedApi): number {
  return api.program.output().split('\n').length;
}
