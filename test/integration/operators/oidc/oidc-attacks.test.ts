import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SIGN_IN_FIGURES } from '../../../../src/access/limits/limits.ts';
import { readReturnPath } from '../../../../src/access/operators/oidc/oidc-pages.ts';
import { createLogger } from '../../../../src/platform/logger.ts';
import { expectAdminError } from '../../../support/callers/test-admin.ts';
import { createTestAccounts } from '../../../support/callers/test-accounts.ts';
import { signInTestOperator } from '../../../support/callers/test-operator.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database/test-database.ts';
import { createOidcBrowser, cookieOf, type OidcBrowser } from '../../../support/oidc/oidc-browser.ts';
import { CLIENT_SECRET, startOidcProvider, type TestProvider } from '../../../support/oidc/test-provider.ts';
import { createTestApi, type TestApi } from '../../../support/test-api.ts';

const PUBLIC_URL = 'https://shelf.example';
const LOGIN = 'ada';

let database: TestDatabase;
let provider: TestProvider;
let api: TestApi;
let browser: OidcBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  provider = await startOidcProvider(PUBLIC_URL);
  provider.people.set(LOGIN, { email: 'ada@example.org', groups: ['shelf-admins'] });
  api = createTestApi(database, { oidc: provider.client(), publicUrl: PUBLIC_URL });
});
afterAll(async () => {
  await provider.stop();
  await database.drop();
});
beforeEach(() => {
  browser = createOidcBrowser(api, provider);
});

/** The provider's answer to a sign-in of this browser, which has begun; `change` alters the request on its way. */
async function answerOf(change: (address: URL) => void = () => {}): Promise<URL> {
  const address = new URL(String((await browser.begin()).headers['location']));
  change(address);
  return new URL(await provider.signIn(address.href, LOGIN));
}
const changed = (address: URL, name: string, value: string) => {
  const copy = new URL(address);
  copy.searchParams.set(name, value);
  return copy.href;
};

it('a request carries PKCE, state and nonce, and no secret', async () => {
  const { headers } = await browser.begin();
  const { searchParams } = new URL(String(headers['location']));
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'factshelf',
    redirect_uri: `${PUBLIC_URL}/console/oidc/callback`,
    response_type: 'code',
    scope: 'openid email groups',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
});

it('an answer without the cookie of its browser is refused, as is one of another browser', async () => {
  const answer = await answerOf();
  const victim = createOidcBrowser(api, provider);
  expectAdminError(await victim.comeBack(answer.href), 401, 'invalid_credentials');
  await victim.begin();
  expectAdminError(await victim.comeBack(answer.href), 401, 'invalid_credentials');
  for (const Cookie of [
    '__Host-oidc=',
    '__Host-oidc=e30',
    '__Host-oidc=%00',
    browser.cookie().replace('__Host-', ''),
  ])
    expectAdminError(await victim.comeBack(answer.href, { Cookie }), 401, 'invalid_credentials');
  expect((await browser.comeBack(answer.href)).status).toBe(303);
});

it.each([
  ['', 'code=x&state='],
  ['x', 'error=server_error&state=x'],
])('a cookie that nobody here made is none: with the state %j', async (state, query) => {
  const text = 'x'.repeat(43);
  const kept = JSON.stringify({ state, nonce: text, verifier: text, returnTo: '/console' });
  const Cookie = `__Host-oidc=${Buffer.from(kept).toString('base64url')}`;
  const answer = `${PUBLIC_URL}/console/oidc/callback?${query}&iss=${provider.issuer}`;
  expectAdminError(await browser.comeBack(answer, { Cookie }), 401, 'invalid_credentials');
});

it('an answer works once: its code is used up, and its cookie is taken back', async () => {
  const answer = await answerOf();
  const first = await browser.comeBack(answer.href);
  expect(first.status).toBe(303);
  expect(String(first.headers['set-cookie'])).toContain('__Host-oidc=; Max-Age=0');
  const again = await browser.comeBack(answer.href);
  expectAdminError(again, 401, 'invalid_credentials');
  expect(cookieOf(again, 'sid')).toBe('');
});

it.each([
  ['another state', (answer: URL) => changed(answer, 'state', 'x'.repeat(43))],
  ['another issuer', (answer: URL) => changed(answer, 'iss', 'https://evil.example')],
  ['another code', (answer: URL) => changed(answer, 'code', 'x'.repeat(43))],
  ['two codes', (answer: URL) => `${answer.href}&code=${'x'.repeat(43)}`],
  ['no issuer', (answer: URL) => answer.href.replace(/&iss=[^&]+/, '')],
  ['nothing', () => `${PUBLIC_URL}/console/oidc/callback`],
])('an answer with %s is refused', async (_what, change) => {
  const response = await browser.comeBack(change(await answerOf()));
  expectAdminError(response, 401, 'invalid_credentials');
  expect(cookieOf(response, 'sid')).toBe('');
});

it('a token for another nonce is refused, and a code for another verifier', async () => {
  const nonce = await answerOf((address) => address.searchParams.set('nonce', 'x'.repeat(43)));
  expectAdminError(await browser.comeBack(nonce.href), 401, 'invalid_credentials');
  const challenge = await answerOf((address) => address.searchParams.set('code_challenge', 'x'.repeat(43)));
  expectAdminError(await browser.comeBack(challenge.href), 401, 'invalid_credentials');
});

it('a refusal of the provider is one here, without markup in its page', async () => {
  const state = (await answerOf()).searchParams.get('state') ?? '';
  const refuse = (error: string) => {
    const query = new URLSearchParams({ error, state, iss: provider.issuer });
    const address = `${PUBLIC_URL}/console/oidc/callback?${query}`;
    return browser.comeBack(address, { Accept: 'text/html' });
  };
  const denied = await refuse('access_denied');
  expect([denied.status, denied.type]).toEqual([403, 'text/html']);
  expect(denied.text).toContain('The provider did not let you sign in: access_denied.');
  expect(denied.text).toContain('href="/console"');
  const hostile = await refuse('<script>alert(1)</script>');
  expect(hostile.status).toBe(403);
  expect(hostile.text).not.toContain('alert(1)');
  // The provider says this of itself, but anybody can send it: a 503 would neither count nor keep the alerts still.
  expect((await refuse('temporarily_unavailable')).status).toBe(403);
});

it('a sign-in replaces the session that an attacker put into the browser, and ends it', async () => {
  const { headers } = await signInTestOperator(database.db, 'reviewer');
  const answer = await answerOf();
  const both = `${browser.cookie()}; ${headers.Cookie}`;
  const response = await browser.comeBack(answer.href, { Cookie: both });
  expect(response.status).toBe(303);
  expect(cookieOf(response, 'sid')).not.toBe(headers.Cookie);
  const before = await api.request().get('/api/admin/me').set({ Cookie: headers.Cookie });
  expect(before.status).toBe(401);
});

it.each([
  'https://evil.example/console',
  '//evil.example/console',
  String.raw`/\evil.example/console`,
  String.raw`\\evil.example\console`,
  '/console/../account',
  '/console%2f..%2f..%2f',
  '/consoles',
  '/console/oidc',
  '/console/x/../oidc/callback',
  'javascript:alert(1)//console',
  'http://console.invalid:1/console',
  '',
])('does not return to %j', async (returnTo) => {
  const path = readReturnPath(returnTo);
  expect(path).toBeUndefined();
  const response = await browser.begin({ return_to: returnTo });
  expectAdminError(response, 400, 'invalid_parameter');
});

it('keeps a cookie that browsers take, however long the page is', async () => {
  await browser.begin({ return_to: `/console/products?q=${'x'.repeat(6_000)}` });
  expect(browser.cookie().length).toBeLessThan(4_096);
});

it('returns to pages of the console as paths alone', () => {
  expect(readReturnPath('/console')).toBe('/console');
  expect(readReturnPath('/console/products?q=a//b#c')).toBe('/console/products?q=a//b#c');
});

it.each([
  ['wrong answers', 401, 'invalid_credentials', () => 'code=x&state=x'],
  ['refusals', 403, 'forbidden', (state: string) => `error=temporarily_unavailable&state=${state}`],
])('an address with too many %s is refused before the provider is asked', async (_, status, code, query) => {
  const accounts = createTestAccounts(database.db, {}, undefined, SIGN_IN_FIGURES);
  const strict = createTestApi(database, { accounts, oidc: provider.client() });
  const guesser = createOidcBrowser(strict, provider);
  const begun = new URL(String((await guesser.begin()).headers['location']));
  const sent = `${query(begun.searchParams.get('state') ?? '')}&iss=${provider.issuer}`;
  const guess = () => guesser.comeBack(`${PUBLIC_URL}/console/oidc/callback?${sent}`);
  for (let tried = 0; tried < SIGN_IN_FIGURES.address.most; tried += 1)
    expectAdminError(await guess(), status, code);
  expectAdminError(await guess(), 429, 'rate_limited');
});

it('a provider that never answers is 503 within its time', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  try {
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const slow = createTestApi(database, { oidc: provider.client({ OIDC_ISSUER: issuer }) });
    const began = performance.now();
    expectAdminError(await slow.request().get('/console/oidc'), 503, 'unavailable');
    expect(performance.now() - began).toBeLessThan(10_000);
  } finally {
    silent.close();
  }
});

it('a wrong secret of the client is 503, and no log holds a secret, a code or a token', async () => {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const logger = createLogger('test', 'debug', destination);
  const oidc = provider.client({ OIDC_CLIENT_SECRET: 'a-wrong-secret-of-the-client' });
  const wrong = createTestApi(database, { oidc, logger, publicUrl: PUBLIC_URL });
  const own = createOidcBrowser(wrong, provider);
  const begun = await own.begin();
  const answer = new URL(await provider.signIn(String(begun.headers['location']), LOGIN));
  expectAdminError(await own.comeBack(answer.href), 503, 'unavailable');
  const right = createTestApi(database, { oidc: provider.client(), logger, publicUrl: PUBLIC_URL });
  const session = cookieOf(await createOidcBrowser(right, provider).signIn(LOGIN), 'sid').split('=')[1];
  const log = lines.join('');
  expect(log).toContain('OpenID Connect: 401, the client or its secret is refused');
  expect(log).toContain('/console/oidc/callback');
  const { verifier, nonce } = JSON.parse(
    Buffer.from(own.cookie().split('=')[1] ?? '', 'base64url').toString(),
  ) as Record<string, string>;
  const secrets = [
    answer.searchParams.get('code'),
    answer.searchParams.get('state'),
    verifier,
    nonce,
    session,
  ];
  for (const secret of [...secrets, CLIENT_SECRET, 'a-wrong-secret', 'eyJ'])
    expect(log).not.toContain(secret);
});
