import type { Response } from 'supertest';
import type { TestApi } from '../test-api.ts';

/** A browser that is signed in to `/account`. */
export interface AccountSession {
  cookie: string;
  get: (path: string) => Promise<Response>;
  send: (path: string, fields: Record<string, string>, headers?: Record<string, string>) => Promise<Response>;
}

/** Signs in as a person does, by the form. */
export async function signInAccount(
  api: TestApi,
  { email, password }: { email: string; password: string },
): Promise<AccountSession> {
  const response = await api.request().post('/account').type('form').send({ email, password });
  if (response.status !== 303) throw new Error(`no sign-in: ${response.status} ${response.text}`);
  return withCookie(api, cookieOf(response));
}

/** Returns the session cookie that the answer sets, or undefined. */
export function cookieOf(response: Response): string {
  const [cookie = ''] = (response.headers['set-cookie'] as unknown as string[] | undefined) ?? [];
  return cookie.split(';')[0] ?? '';
}

export function withCookie(api: TestApi, cookie: string): AccountSession {
  return {
    cookie,
    get: async (path) => await api.request().get(path).set('Cookie', cookie),
    send: async (path, fields, headers = {}) =>
      await api
        .request()
        .post(path)
        .set({ Cookie: cookie, ...headers })
        .type('form')
        .send(new URLSearchParams(fields).toString()),
  };
}
