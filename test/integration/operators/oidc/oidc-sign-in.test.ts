import { eq, sql } from 'drizzle-orm';
import type { Response } from 'supertest';
import { v7 as uuidV7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveIdentity } from '../../../../src/access/operators/oidc/identity-store.ts';
import { linkOperator } from '../../../../src/access/operators/oidc/operate-identities.ts';
import { lockOperator, saveOperator } from '../../../../src/access/operators/operator-store.ts';
import { operators } from '../../../../src/platform/db/schema/operators.ts';
import { createAdminCaller, expectAdminError } from '../../../support/callers/test-admin.ts';
import { insertOperator, listSessions, OPERATOR_PASSWORD } from '../../../support/callers/test-operator.ts';
import { waitForBlocked } from '../../../support/database/blocked-statement.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database/test-database.ts';
import { startOidcProvider, type Person, type TestProvider } from '../../../support/oidc/test-provider.ts';
import { createOidcBrowser, sessionOf, type OidcBrowser } from '../../../support/oidc/oidc-browser.ts';
import { listAudit } from '../../../support/review/test-submissions.ts';
import { createTestApi, type TestApi } from '../../../support/test-api.ts';
import { waitFor } from '../../../support/wait-for.ts';

const PUBLIC_URL = 'https://shelf.example';

let database: TestDatabase;
let provider: TestProvider;
let api: TestApi;
let browser: OidcBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  provider = await startOidcProvider(PUBLIC_URL);
  api = createTestApi(database, { oidc: provider.client(), publicUrl: PUBLIC_URL });
});
afterAll(async () => {
  await provider.stop();
  await database.drop();
});
beforeEach(() => {
  browser = createOidcBrowser(api, provider);
});

let people = 0;
function addPerson(facts: Person = {}): string {
  const login = `person-${(people += 1)}`;
  provider.people.set(login, { email: `${login}@example.org`, groups: ['shelf-editors'], ...facts });
  return login;
}
const findByEmail = async (email: string) => {
  const [found] = await database.db.select().from(operators).where(eq(operators.email, email));
  return found;
};
const me = async (response: Response) =>
  await createAdminCaller(api, await sessionOf(api, response)).get('/me');
const expectRefused = (response: Response, reason: string) => {
  expectAdminError(response, 403, 'forbidden');
  expect(response.body).toMatchObject({ error: { details: { reason } } });
};

describe('a sign-in at the provider', () => {
  it('makes the operator with the role of the claim, and returns to the page', async () => {
    const login = addPerson({ groups: ['staff', 'shelf-reviewers', 'shelf-admins'] });
    const response = await browser.signIn(login, { returnTo: '/console/review?status=pending#first' });
    expect([response.status, response.headers['location']]).toEqual([
      303,
      '/console/review?status=pending#first',
    ]);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-oidc=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/),
    ]);
    const { body } = await me(response);
    expect(body).toMatchObject({
      email: `${login}@example.org`,
      role: 'admin',
      session: { began_by: 'provider' },
    });
    const rows = await listAudit(database.db, (body as { id: string }).id);
    expect(rows.map(({ actor, action }) => [actor.split(':')[0], action])).toEqual([
      ['provider', 'operator.created'],
      ['operator', 'operator.signed_in'],
    ]);
    expect(rows[0]?.after).toMatchObject({ issuer: `${provider.issuer}/`, subject: login, role: 'admin' });
  });

  it('finds the operator by issuer and subject, whatever the e-mail is now', async () => {
    const login = addPerson();
    const first = await me(await browser.signIn(login));
    provider.people.set(login, { email: 'married@example.org', groups: ['shelf-editors'] });
    const second = await me(await browser.signIn(login));
    expect((second.body as { id: string }).id).toBe((first.body as { id: string }).id);
    expect(await findByEmail('married@example.org')).toBeUndefined();
  });

  it('makes one operator of three first sign-ins at once', async () => {
    const login = addPerson();
    const browsers = [1, 2, 3].map(() => createOidcBrowser(api, provider));
    const answers = await Promise.all(browsers.map((one) => one.signIn(login)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const ids = await Promise.all(
      answers.map(async (answer) => ((await me(answer)).body as { id: string }).id),
    );
    expect(new Set(ids).size).toBe(1);
  });

  it('makes one operator of two first sign-ins at once with two e-mails: the later one begins again', async () => {
    const login = addPerson();
    const id = uuidV7();
    let later: Promise<Response> | undefined;
    await database.db.transaction(async (tx) => {
      await saveOperator(tx, { id, email: `${login}@before.example`, passwordHash: 'none', role: 'editor' });
      await saveIdentity(tx, id, { issuer: `${provider.issuer}/`, subject: login });
      later = browser.signIn(login);
      await waitForBlocked(database);
    });
    expectAdminError(await later!, 409, 'already_exists');
    expect(await findByEmail(`${login}@example.org`)).toBeUndefined();
    expect((await me(await browser.signIn(login))).body).toMatchObject({ id });
  });

  it('takes a changed role over, and ends the sessions of the former one', async () => {
    const login = addPerson();
    const before = await sessionOf(api, await browser.signIn(login));
    provider.people.set(login, { email: `${login}@example.org`, groups: ['shelf-reviewers'] });
    expect((await createAdminCaller(api, before).get('/me')).body).toMatchObject({ role: 'editor' });
    const now = await me(await browser.signIn(login));
    expect(now.body).toMatchObject({ role: 'reviewer' });
    expectAdminError(await createAdminCaller(api, before).get('/me'), 401, 'not_authenticated');
    const rows = await listAudit(database.db, (now.body as { id: string }).id);
    expect(rows).toContainEqual(
      expect.objectContaining({
        action: 'operator.role_changed',
        actor: 'provider',
        before: { role: 'editor' },
        after: { role: 'reviewer' },
      }),
    );
  });

  it('refuses a person without a role, and ends the sessions of one whose role is gone', async () => {
    const stranger = addPerson({ groups: ['staff'] });
    expectRefused(await browser.signIn(stranger), 'no_role');
    expect(await findByEmail(`${stranger}@example.org`)).toBeUndefined();

    const login = addPerson();
    const before = await sessionOf(api, await browser.signIn(login));
    provider.people.set(login, { email: `${login}@example.org` });
    expectRefused(await browser.signIn(login), 'no_role');
    expectAdminError(await createAdminCaller(api, before).get('/me'), 401, 'not_authenticated');
    const found = await findByEmail(`${login}@example.org`);
    expect((await listAudit(database.db, found?.id ?? '')).at(-1)).toMatchObject({
      action: 'operator.sign_in_failed',
      after: { reason: 'no_role', by: 'provider' },
    });
  });

  it('refuses a person without a usable e-mail, and a disabled operator', async () => {
    expectRefused(await browser.signIn(addPerson({ email: 'nobody' })), 'no_email');
    const login = addPerson();
    await browser.signIn(login);
    await database.db.execute(
      sql`update operators set disabled_at = now() where email = ${`${login}@example.org`}`,
    );
    expectRefused(await browser.signIn(login), 'disabled');
  });

  it('has no password, and no sign-in by one', async () => {
    const login = addPerson();
    await browser.signIn(login);
    const tried = createAdminCaller(api).post('/login', { email: `${login}@example.org`, password: 'none' });
    expectAdminError(await tried, 401, 'invalid_credentials');
  });
});

describe('an operator of the same e-mail', () => {
  it('is not taken over, unless the settings say so and the provider has verified the e-mail', async () => {
    const { id, email } = await insertOperator(database.db, 'editor');
    const login = addPerson({ email, email_verified: true });
    const refused = await browser.signIn(login);
    expectRefused(refused, 'not_linked');
    expect((refused.body as { error: { message: string } }).error.message).toContain(login);
    expect(await listSessions(database.db, id)).toEqual([]);

    const lenient = createTestApi(database, { oidc: provider.client({ OIDC_LINK_VERIFIED_EMAIL: 'true' }) });
    const eve = addPerson({ email, email_verified: false });
    expectRefused(await createOidcBrowser(lenient, provider).signIn(eve), 'not_linked');
    const linked = await createOidcBrowser(lenient, provider).signIn(login);
    expect((await me(linked)).body).toMatchObject({ id, email });
    // It belongs to one account now: another with the same e-mail does not get it.
    const second = addPerson({ email, email_verified: true });
    expectRefused(await createOidcBrowser(lenient, provider).signIn(second), 'not_linked');
    expect((await listAudit(database.db, id)).map(({ action }) => action)).toEqual([
      'operator.sign_in_failed',
      'operator.sign_in_failed',
      'operator.linked',
      'operator.signed_in',
      'operator.sign_in_failed',
    ]);
  });
});

describe('an operator who is linked', () => {
  it('cannot sign in by password, which would keep a role that is gone', async () => {
    const ada = await insertOperator(database.db, 'admin');
    const login = addPerson({ groups: ['shelf-admins'] });
    const logIn = (on: TestApi, password = OPERATOR_PASSWORD) =>
      createAdminCaller(on).post('/login', { email: ada.email, password });
    const messageOf = (response: Response) => {
      expectAdminError(response, 401, 'invalid_credentials');
      return (response.body as { error: { message: string } }).error.message;
    };
    expect((await logIn(api)).status).toBe(200);
    const account = { issuer: `${provider.issuer}/`, subject: login };
    await linkOperator(database.db, ada.id, account, { actor: 'cli' });
    expect((await browser.signIn(login)).status).toBe(303);
    provider.people.set(login, { email: ada.email });
    expectRefused(await browser.signIn(login), 'no_role');

    const wrong = messageOf(await logIn(api, 'wrong'));
    expect(messageOf(await logIn(api))).toBe(wrong);
    expect(await listSessions(database.db, ada.id)).toEqual([]);
    const reasons = await waitFor('the audit row of the password', async () => {
      const rows = (await listAudit(database.db, ada.id)).filter(({ actor }) => actor === 'anonymous');
      return rows.length > 0 && rows.map(({ after }) => after);
    });
    expect(reasons).toEqual([{ reason: 'linked' }]);

    // Where no provider is set, the link means nothing.
    expect((await logIn(createTestApi(database))).status).toBe(200);
    const code = { totpSecret: Buffer.alloc(20, 1), totpConfirmedAt: new Date() };
    await database.db.update(operators).set(code).where(eq(operators.id, ada.id));
    expect(messageOf(await logIn(api))).toBe(wrong);
  });

  it('cannot either when the link comes while the password is checked', async () => {
    const { id, email } = await insertOperator(database.db);
    let signedIn: Promise<Response> | undefined;
    await database.db.transaction(async (tx) => {
      await lockOperator(tx, id);
      signedIn = createAdminCaller(api).post('/login', { email, password: OPERATOR_PASSWORD });
      await waitForBlocked(database);
      await saveIdentity(tx, id, { issuer: `${provider.issuer}/`, subject: addPerson() });
    });
    expectAdminError(await signedIn!, 401, 'invalid_credentials');
  });
});

describe('the session', () => {
  it('proves its operator for ten minutes, without a password', async () => {
    const login = addPerson({ groups: ['shelf-admins'] });
    const headers = await sessionOf(api, await browser.signIn(login));
    const ada = await insertOperator(database.db, 'reviewer');
    const change = (role: string) => createAdminCaller(api, headers).patch(`/operators/${ada.id}`, { role });
    expect((await change('editor')).status).toBe(200);
    await database.db.execute(sql`update operator_sessions set created_at = now() - interval '11 minutes'`);
    expectAdminError(await change('admin'), 401, 'invalid_credentials');
  });

  it('ends with a sign-out, which names the one at the provider', async () => {
    const headers = await sessionOf(api, await browser.signIn(addPerson()));
    const { body } = await createAdminCaller(api, headers).post('/logout');
    const { provider_url: url } = body as { provider_url: string };
    expect(url).toBe(
      `${provider.issuer}/session/end?post_logout_redirect_uri=https%3A%2F%2Fshelf.example%2Fconsole&client_id=factshelf`,
    );
    expect((await fetch(url)).status).toBe(200);
    expectAdminError(await createAdminCaller(api, headers).get('/me'), 401, 'not_authenticated');
  });

  it('goes on while the provider is away, and then a new one is 503, as a page in browsers', async () => {
    const headers = await sessionOf(api, await browser.signIn(addPerson()));
    const away = createTestApi(database, { oidc: provider.client() });
    await provider.stop();
    try {
      const refused = await away.request().get('/console/oidc');
      expectAdminError(refused, 503, 'unavailable');
      expect(refused.headers['retry-after']).toBe('5');
      const page = await away.request().get('/console/oidc').set('Accept', 'text/html');
      expect([page.status, page.type]).toEqual([503, 'text/html']);
      expect(page.text).toContain('The provider of the sign-in does not answer as it should.');
      expect((await createAdminCaller(api, headers).get('/me')).status).toBe(200);
    } finally {
      await provider.start();
    }
    expect((await away.request().get('/console/oidc')).status).toBe(303);
  });
});
