import { Validator } from '@seriousme/openapi-schema-validator';
import supertest, { type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../../src/platform/http/callers/operator.ts';
import type { Route } from '../../../src/platform/http/route.ts';
import { ADMIN_ROLES } from '../../support/callers/admin-roles.ts';
import {
  createAdminCaller,
  describedAdminRoutes,
  expectAdminError,
} from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator, type TestOperator } from '../../support/callers/test-operator.ts';

const NOBODY = '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

const guarded = describedAdminRoutes.filter(({ role }) => role !== undefined);
const writes = describedAdminRoutes.filter(({ method }) => method !== 'get');
const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;

/** A request that asks for nothing there is: whatever lets it pass finds an empty body or an unknown id. */
const send = async (item: Route, headers: Record<string, string> = {}): Promise<Response> => {
  const path = `/api/admin${item.path.replaceAll(/\{\w+\}/g, NOBODY)}`;
  const request = supertest(api.app)[item.method](path).set(headers);
  return await (item.body ? request.send({}) : request);
};
const codeOf = ({ body }: Response) => (body as { error?: { code?: string } }).error?.code;

/** What went wrong, by route: a rule is one test, and names every route that breaks it. */
async function listFaults(
  routes: Route[],
  check: (item: Route) => Promise<void>,
): Promise<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const item of routes) {
    await check(item).catch((error: unknown) => {
      faults[nameOf(item)] = String(error);
    });
  }
  return faults;
}

const sessions = new Map<Role, TestOperator>();
/** The same session for every route, until a route ended it or may have. */
async function sessionOf(role: Role): Promise<TestOperator> {
  const session = sessions.get(role) ?? (await signInTestOperator(database.db, role));
  sessions.set(role, session);
  return session;
}
async function sendAs(role: Role, item: Route, more: Record<string, string> = {}): Promise<Response> {
  const { headers } = await sessionOf(role);
  const response = await send(item, { ...headers, ...more });
  if (item.method !== 'get' && response.status < 300) sessions.delete(role);
  return response;
}

it('every route asks for a session', async () => {
  const strangers: Record<string, string>[] = [
    {},
    { Cookie: '__Host-sid=invented' },
    { 'X-API-Key': 'pfk_x' },
  ];
  const faults = await listFaults(guarded, async (item) => {
    for (const headers of strangers) expectAdminError(await send(item, headers), 401, 'not_authenticated');
  });
  expect(guarded.length).toBeGreaterThan(100);
  expect(faults).toEqual({});
});

it('every route is for its role and those above', async () => {
  const faults = await listFaults(guarded, async (item) => {
    const wanted = ROLES.indexOf(item.role as Role);
    for (const [index, role] of ROLES.entries()) {
      const response = await sendAs(role, item);
      if (index < wanted) expectAdminError(response, 403, 'forbidden');
      else expect([401, 403, 500], `${role}: ${response.text}`).not.toContain(response.status);
    }
  });
  expect(faults).toEqual({});
});

it('every write is refused to pages of other sites', async () => {
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
  ];
  const faults = await listFaults(writes, async (item) => {
    for (const more of foreign) expectAdminError(await sendAs('admin', item, more), 403, 'csrf_failed');
  });
  expect(writes.length).toBeGreaterThan(80);
  expect(faults).toEqual({});
});

it('every write asks for the CSRF token of the session, but for the sign-in', async () => {
  const other = await signInTestOperator(database.db, 'admin');
  const faults = await listFaults(writes, async (item) => {
    if (!item.role) return expect(codeOf(await send(item))).not.toBe('csrf_failed');
    const { Cookie, 'X-CSRF-Token': token } = (await sessionOf('admin')).headers;
    const wrong: Record<string, string>[] = [
      { Cookie },
      { Cookie, 'X-CSRF-Token': '' },
      { Cookie, 'X-CSRF-Token': `${token}x` },
      { Cookie, 'X-CSRF-Token': other.headers['X-CSRF-Token'] },
    ];
    for (const more of wrong) expectAdminError(await send(item, more), 403, 'csrf_failed');
    const own = {
      Origin: 'http://console.example',
      Host: 'console.example',
      'Sec-Fetch-Site': 'same-origin',
    };
    expect(codeOf(await sendAs('admin', item, own))).not.toBe('csrf_failed');
  });
  expect(faults).toEqual({});
});

it('every route asks for the role that is written down for it', () => {
  const found: typeof ADMIN_ROLES = { nobody: [], reviewer: [], editor: [], admin: [] };
  for (const item of describedAdminRoutes) found[item.role ?? 'nobody'].push(nameOf(item));
  for (const role of ['nobody', ...ROLES] as const) {
    expect(found[role].toSorted(), role).toEqual(ADMIN_ROLES[role].toSorted());
  }
});

it('every path names its methods to anyone who asks with OPTIONS', async () => {
  for (const path of new Set(describedAdminRoutes.map((item) => item.path))) {
    const response = await supertest(api.app).options(`/api/admin${path.replaceAll(/\{\w+\}/g, NOBODY)}`);
    const methods = describedAdminRoutes.filter((item) => item.path === path).map(({ method }) => method);
    const wanted = [...methods, ...(methods.includes('get') ? ['head'] : []), 'options'];
    expect(response.status, path).toBe(204);
    expect(String(response.headers['allow']).toLowerCase().split(', ')).toEqual(wanted);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  }
});

it('only the sign-in is open to everybody', () => {
  const open = describedAdminRoutes.filter(({ role }) => role === undefined);
  expect(open.map(nameOf)).toEqual(['GET /sign-in', 'POST /login/emergency', 'POST /login']);
});

it('no page of another site may read an answer, whatever it asks', async () => {
  const { headers } = await signInTestOperator(database.db, 'admin');
  const asked = await supertest(api.app)
    .get('/api/admin/me')
    .set({ ...headers, Origin: 'https://evil.example' });
  expect(asked.headers['access-control-allow-origin']).toBeUndefined();
  const preflight = await supertest(api.app)
    .options('/api/admin/me')
    .set({ Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' });
  expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  expectAdminError(preflight, 405, 'method_not_allowed');
});

describe('the description', () => {
  interface Operation {
    operationId: string;
    'x-role'?: string;
    security: Record<string, string[]>[];
    responses: Record<string, object>;
  }
  interface Description {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  }
  let served: Description;
  beforeAll(async () => {
    const { headers } = await signInTestOperator(database.db, 'reviewer');
    served = (await createAdminCaller(api, headers).get('/openapi.json')).body as Description;
  });

  it('is valid OpenAPI 3.0.3', async () => {
    const copy = structuredClone(served) as unknown as Record<string, unknown>;
    expect(await new Validator().validate(copy)).toEqual({ valid: true });
    expect(served.openapi).toBe('3.0.3');
  });

  it('names every route with its role, and what a request to it must bring', () => {
    const described = Object.entries(served.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
    expect(described.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      describedAdminRoutes.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length);
    for (const { path, method, security, responses, ...operation } of described) {
      const route = describedAdminRoutes.find((item) => item.path === path && item.method === method);
      expect(operation['x-role'], path).toBe(route?.role);
      const schemes = security.flatMap((choice) => Object.keys(choice));
      const wanted = method === 'get' ? ['SessionCookie'] : ['SessionCookie', 'CsrfToken'];
      expect(schemes, path).toEqual(route?.role ? wanted : []);
      if (route?.role || method !== 'get') {
        expect(responses, path).toHaveProperty('401');
        expect(responses, path).toHaveProperty('403');
      }
      expect(responses, path).not.toHaveProperty('429.headers.X-Quota-Limit');
    }
  });
});
