import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHttpProxy, type HttpProxy } from '../faults/servers/http-proxy.ts';
import { runCommand } from '../support/servers/run-command.ts';
import { findServerPort } from '../support/servers/server-port.ts';
import {
  createDataRoot,
  listAddresses,
  readRunning,
  startFactshelf,
  type StartedProgram,
} from '../support/servers/started-program.ts';
import {
  checkOutClients,
  installPython,
  installTypeScript,
  mustRun,
  type InstalledClient,
} from './installed-client.ts';

const DEMO_CODE = '9521000000018';
const OPERATOR = { email: 'reviewer@example.org', password: 'nine quiet harbours' };

/** The whole service with the demonstration catalogue, as `npm start` runs it. */
let root: Awaited<ReturnType<typeof createDataRoot>>;
let program: StartedProgram;
let origin: string;
let key: string;
let proxy: HttpProxy;
/** The folder of both clients, as a fresh clone has it. */
let clients: string;

beforeAll(async () => {
  root = await createDataRoot();
  clients = await checkOutClients(path.join(root.path, 'clone'));
  const port = await findServerPort();
  origin = `http://127.0.0.1:${port}`;
  proxy = await createHttpProxy(origin);
  program = startFactshelf(path.join(root.path, 'data'), port);
  await listAddresses(program);
  const account = { email: 'shop@example.org', password: 'seven small islands' };
  ({ api_key: key } = (await (await post('/api/v1/register', account)).json()) as { api_key: string });
});
afterAll(async () => {
  await proxy.close();
  program.kill('SIGTERM');
  await program.ended;
  await root.remove();
});
afterEach(() => {
  proxy.setFault(() => undefined);
});

async function post(address: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(origin + address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(response.status).toBeLessThan(300);
  return response;
}

/** Products that were made of what the examples offer. */
const approved: string[] = [];

async function approve(submission: string): Promise<void> {
  const { DATABASE_URL } = await readRunning(path.join(root.path, 'data'));
  const { email, password } = OPERATOR;
  const args = ['create', email, '--role', 'reviewer'];
  // The second language finds him there.
  await runCommand('operator', DATABASE_URL, args, `${password}\n`);
  const signedIn = await post('/api/admin/login', OPERATOR);
  const { csrf_token: token } = (await signedIn.json()) as { csrf_token: string };
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
  const headers = { Cookie: cookie, 'X-CSRF-Token': token };
  // What the other language offered is much alike.
  const body = approved.length > 0 ? { confirmed_different: approved } : {};
  const approval = await post(`/api/admin/submissions/${submission}/approve`, body, headers);
  approved.push(((await approval.json()) as { product_id: string }).product_id);
}

/** The next answers are 503 with this `Retry-After`; returns the methods of the requests. */
function refuse(times: number, retryAfterS: number): string[] {
  const seen: string[] = [];
  const error = { code: 'unavailable', message: 'Not now.', request_id: 'refused-before' };
  proxy.setFault((method) => {
    seen.push(method);
    if (seen.length > times) return undefined;
    return {
      status: 503,
      body: JSON.stringify({ error }),
      headers: { 'Retry-After': String(retryAfterS), 'X-Request-Id': error.request_id },
    };
  });
  return seen;
}

async function read(address: string): Promise<Record<string, unknown>> {
  return (await (await fetch(origin + address)).json()) as Record<string, unknown>;
}

/** What is answered in the place of the service. */
function answer(body: object): void {
  proxy.setFault(() => ({ status: 200, body: JSON.stringify(body) }));
}

const LANGUAGES = [
  {
    language: 'TypeScript',
    install: installTypeScript,
    submitted: '5449000000996',
    waitBriefly: (url: string) => `
      import { createFactshelfClient, dataOf } from 'factshelf';
      const client = createFactshelfClient({ baseUrl: '${url}', timeoutMs: 300 });
      await dataOf(client.GET('/api/v1/stats')).catch((error) => console.log(error.name));`,
    timeout: 'TimeoutError\n',
    readPage: (url: string) => `
      import { createFactshelfClient, dataOf } from 'factshelf';
      const client = createFactshelfClient({ baseUrl: '${url}' });
      await dataOf(client.GET('/api/v1/stats')).catch(({ status, code, requestId }) =>
        console.log(status, code, requestId));`,
    ofProxy: '502 undefined undefined\n',
  },
  {
    language: 'Python',
    install: installPython,
    submitted: '3017620422003',
    waitBriefly: (url: string) => `
from factshelf import connect
from factshelf.api.catalogue import get_stats
try:
    get_stats.sync(client=connect("${url}", timeout=0.3))
except Exception as error:
    print(type(error).__name__)`,
    timeout: 'ReadTimeout\n',
    readPage: (url: string) => `
import asyncio
from factshelf import FactshelfError, connect
from factshelf.api.catalogue import get_stats
try:
    asyncio.run(get_stats.asyncio(client=connect("${url}")))
except FactshelfError as error:
    print(error.status, error.code, error.request_id)`,
    ofProxy: '502 None None\n',
  },
];

describe.each(LANGUAGES)('the client in $language', (kit) => {
  let client: InstalledClient;
  beforeAll(async () => {
    client = await kit.install(path.join(root.path, kit.language), clients);
  });

  /** What an example prints. It must end well. */
  async function show(name: string, args: string[] = [], url = origin): Promise<string> {
    const settings = { FACTSHELF_URL: url, FACTSHELF_API_KEY: key };
    const { exitCode, output, errors } = await client.runExample(name, args, settings);
    expect({ exitCode, errors }, output).toEqual({ exitCode: 0, errors: '' });
    return output;
  }

  it('looks up a barcode', async () => {
    const output = await show('look-up-a-barcode', [DEMO_CODE]);
    expect(output).toContain('Nocciola hazelnut spread, Avelotta\n');
    expect(output).toMatch(/\d kcal per 100g\n/);
    expect(output).toMatch(/ \(.+\) says: .*brand/);
  });

  it('tells why a code is not known', async () => {
    const output = await show('look-up-a-barcode', ['9521000000011']);
    expect(output).toMatch(/^9521000000011 is not known: .+ \(request [\w-]+\)/);
    expect(output).toContain('bad_check_digit');
  });

  it('searches, with a page and facets', async () => {
    const output = await show('search-with-facets');
    expect(output).toMatch(/^\d+ products, page 1:\n\d{8,14} .*hazelnut/i);
    expect(output).toMatch(/\nNutri-Score [cde]: \d+ \(chosen\)\n/);
    expect(output).toMatch(/\nAvelotta: \d+\n/);
  });

  it('suggests while somebody types', async () => {
    const output = await show('suggest');
    expect(output).toMatch(/^category: .*haz.*, \d+ products$/im);
    expect(output).toMatch(/^product: .*haz.*, \d{8,14}$/im);
  });

  it('looks up many codes', async () => {
    expect(await show('look-up-many-codes', [`0${DEMO_CODE}`, '4006381333931', '123'])).toBe(
      `0${DEMO_CODE}: Nocciola hazelnut spread, Avelotta\n4006381333931: not_found\n123: invalid (bad_length)\n`,
    );
  });

  it('contributes a missing product, and tells what has become of it', async () => {
    const first = await show('contribute-a-product', [kit.submitted]);
    const [, id = ''] = /^Answer token: .+\n([\w-]+) is pending\n$/.exec(first) ?? [];
    expect(id, first).not.toBe('');
    // The same again is not taken, and the earlier one is named.
    expect(await show('contribute-a-product', [kit.submitted])).toBe(`${id} is pending\n`);
    await approve(id);
    expect(await show('contribute-a-product', [kit.submitted, id])).toMatch(
      new RegExp(`^${id} is approved\nIt is product [\\w-]+\n$`),
    );
    expect(await show('look-up-a-barcode', [kit.submitted])).toMatch(/^Hazelnut cocoa spread, Dune\n/);
  });

  it('says which refusal ended a program', async () => {
    const settings = { FACTSHELF_URL: origin, FACTSHELF_API_KEY: 'pfk_wrong' };
    const { exitCode, errors } = await client.runExample('suggest', [], settings);
    expect(exitCode).toBe(1);
    expect(errors).toContain('invalid_api_key');
  });

  it('reads again when the answer says when', async () => {
    const seen = refuse(2, 1);
    const from = performance.now();
    expect(await show('look-up-a-barcode', [DEMO_CODE], proxy.url)).toContain('Nocciola');
    expect(seen).toEqual(['GET', 'GET', 'GET']);
    expect(performance.now() - from).toBeGreaterThan(2_000);
  });

  it('gives up reading after the third refusal', async () => {
    const seen = refuse(9, 1);
    const settings = { FACTSHELF_URL: proxy.url, FACTSHELF_API_KEY: key };
    const { exitCode, errors } = await client.runExample('look-up-a-barcode', [DEMO_CODE], settings);
    expect({ exitCode, seen }).toEqual({ exitCode: 1, seen: ['GET', 'GET', 'GET'] });
    expect(errors).toContain('refused-before');
  });

  it('writes once', async () => {
    const seen = refuse(1, 1);
    const settings = { FACTSHELF_URL: proxy.url, FACTSHELF_API_KEY: key };
    const { exitCode } = await client.runExample('contribute-a-product', ['4006381333931'], settings);
    expect({ exitCode, seen }).toEqual({ exitCode: 1, seen: ['POST'] });
  });

  it('waits no longer than its time limit', async () => {
    proxy.hold();
    try {
      expect((await client.runLines(kit.waitBriefly(proxy.url))).output).toBe(kit.timeout);
    } finally {
      proxy.release();
    }
  });

  it('makes something of an answer that is not of the service', async () => {
    proxy.setFault(() => ({ status: 502, body: '<h1>Bad gateway</h1>', contentType: 'text/html' }));
    expect((await client.runLines(kit.readPage(proxy.url))).output).toBe(kit.ofProxy);
  });

  it('takes from a later release what it does not know', async () => {
    const lookup = await read('/api/v1/products/lookup?codes=123&fields=name');
    const [item] = lookup.items as object[];
    answer({ items: [{ ...item, result: 'recalled', since: '2031-01-01' }] });
    expect(await show('look-up-many-codes', ['123'], proxy.url)).toBe('123: recalled (bad_length)\n');
    const suggestions = await read('/api/v1/suggest?q=haz');
    answer({ ...suggestions, items: [{ type: 'shop', at: [1, 2] }, ...(suggestions.items as object[])] });
    expect(await show('suggest', [], proxy.url)).toMatch(/^(brand|category|product): /);
  });

  it('has a page that shows the examples as they are', () => {
    const folder = path.join(clients, kit.language.toLowerCase());
    const page = readFileSync(path.join(folder, 'README.md'), 'utf8');
    const examples = readdirSync(path.join(folder, 'examples'));
    expect(examples).toHaveLength(5);
    for (const name of examples) {
      expect(page, name).toContain(`\n${readFileSync(path.join(folder, 'examples', name), 'utf8')}\`\`\`\n`);
    }
  });
});

describe('what npm packs of the client in TypeScript', () => {
  it('installs and runs', async () => {
    const packed = path.join(root.path, 'packed');
    const made = await mustRun(path.join(clients, 'typescript'), 'npm', [
      'pack',
      '--pack-destination',
      root.path,
    ]);
    const file = made.trim().split('\n').at(-1) ?? '';
    const client = await installTypeScript(packed, clients, path.join(root.path, file));
    const { output } = await client.runExample('look-up-a-barcode', [DEMO_CODE], { FACTSHELF_URL: origin });
    expect(output).toContain('Nocciola');
  });
});
