import { describe, expect, it } from 'vitest';
import { createApiClient } from '../../../console/api/api-client.ts';
import { createSessionStore } from '../../../console/api/session-store.ts';

const ME = {
  id: '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38',
  email: 'ada@example.org',
  role: 'editor' as const,
  totp_enabled: false,
  csrf_token: 'first',
  session: { began_by: 'password' as const, created_at: '', idle_expires_at: '', expires_at: '' },
};

interface Sent {
  url: string;
  method: string;
  csrf: string | null;
}

/** A client whose service gives these answers, one after another. */
function createClient(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const session = createSessionStore();
  session.begin(ME);
  const send = async (url: unknown, init?: RequestInit): Promise<Response> => {
    const headers = new Headers(init?.headers);
    sent.push({ url: String(url), method: init?.method ?? 'GET', csrf: headers.get('X-CSRF-Token') });
    const answer = answers.shift();
    if (!answer || answer instanceof Error) throw answer ?? new Error('nothing more was to be asked');
    return answer;
  };
  return { api: createApiClient(session, send), session, sent };
}

function refuse(status: number, code: string, details?: object): Response {
  const error = { code, message: `It is ${code}.`, request_id: 'request-1', ...(details ? { details } : {}) };
  return Response.json({ error }, { status });
}

describe('the API client', () => {
  it('leaves out empty parts of a query', async () => {
    const { api, sent } = createClient(Response.json({ items: [] }));
    await api.get('/products', { query: { q: 'a&b', page: undefined, kind: '', size: 5 } });
    expect(sent[0]?.url).toBe('/api/admin/products?q=a%26b&size=5');
  });

  it('sends the CSRF token with writes alone', async () => {
    const { api, sent } = createClient(Response.json({}), Response.json({}));
    await api.get('/brands');
    await api.post('/brands', { body: { name: 'Old Mill' } });
    expect(sent.map(({ csrf }) => csrf)).toEqual([null, 'first']);
  });

  it('turns a refusal into a problem with code, request id and details', async () => {
    const { api } = createClient(refuse(409, 'version_conflict', { version: 3 }));
    await expect(api.get('/products/{id}', { path: { id: '1' } })).rejects.toMatchObject({
      code: 'version_conflict',
      status: 409,
      requestId: 'request-1',
      details: { version: 3 },
    });
  });

  it('makes a problem of an answer that is no envelope, and of none at all', async () => {
    const { api } = createClient(
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      new Error('no network'),
    );
    await expect(api.get('/stats')).rejects.toMatchObject({ code: 'unavailable', status: 502 });
    await expect(api.get('/stats')).rejects.toMatchObject({ code: 'unreachable', status: 0 });
  });

  it('holds a write back while the session is gone, and sends it with the next one', async () => {
    const { api, session, sent } = createClient(refuse(401, 'not_authenticated'), Response.json({ id: 7 }));
    const answer = api.post('/products', { body: { name: 'Rye bread' } });
    await expect.poll(() => session.read().hasEnded).toBe(true);
    expect(sent).toHaveLength(1);
    session.begin({ ...ME, csrf_token: 'second' });
    expect(await answer).toEqual({ id: 7 });
    expect(sent.map(({ csrf }) => csrf)).toEqual(['first', 'second']);
    expect(session.read().hasEnded).toBe(false);
  });

  it('asks nobody to sign in again for an answer that belongs to the session before', async () => {
    const { api, session, sent } = createClient(refuse(401, 'not_authenticated'), Response.json({ id: 7 }));
    const answer = api.get('/stats');
    session.begin({ ...ME, csrf_token: 'second' });
    expect(await answer).toEqual({ id: 7 });
    expect(sent).toHaveLength(2);
    expect(session.read().hasEnded).toBe(false);
  });

  it('asks for a new CSRF token once, when another tab has signed in again', async () => {
    const renewed = Response.json({ ...ME, csrf_token: 'renewed' });
    const { api, sent } = createClient(refuse(403, 'csrf_failed'), renewed, refuse(403, 'csrf_failed'));
    await expect(api.post('/brands', { body: { name: 'Old Mill' } })).rejects.toMatchObject({
      code: 'csrf_failed',
    });
    expect(sent.map(({ url, csrf }) => [url, csrf])).toEqual([
      ['/api/admin/brands', 'first'],
      ['/api/admin/me', null],
      ['/api/admin/brands', 'renewed'],
    ]);
  });
});
