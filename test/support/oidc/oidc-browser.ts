import type { Response } from 'supertest';
import type { Me } from '../../../src/access/operators/operator-contract.ts';
import type { TestOperator } from '../callers/test-operator.ts';
import type { TestApi } from '../test-api.ts';
import type { TestProvider } from './test-provider.ts';

export interface OidcBrowser {
  /** The first step: leaves for the provider, and keeps the cookie. */
  begin: (query?: Record<string, string>) => Promise<Response>;
  /** The last step: comes back to an address of the provider's answer, with the cookie. */
  comeBack: (address: string, headers?: Record<string, string>) => Promise<Response>;
  /** Both, with a sign-in of the person between them. */
  signIn: (login: string, options?: { returnTo?: string }) => Promise<Response>;
  cookie: () => string;
}

/** A browser that signs in to the console at the provider. */
export function createOidcBrowser(api: TestApi, provider: TestProvider): OidcBrowser {
  let cookie = '';
  const begin: OidcBrowser['begin'] = async (query = {}) => {
    const response = await api.request().get('/console/oidc').query(query);
    cookie = cookieOf(response, 'oidc');
    return response;
  };
  const comeBack: OidcBrowser['comeBack'] = async (address, headers = {}) => {
    const { pathname, search } = new URL(address);
    return await api
      .request()
      .get(pathname + search)
      .set({ Cookie: cookie, ...headers });
  };
  return {
    begin,
    comeBack,
    cookie: () => cookie,
    signIn: async (login, { returnTo } = {}) => {
      const left = await begin(returnTo === undefined ? {} : { return_to: returnTo });
      return await comeBack(await provider.signIn(String(left.headers['location']), login));
    },
  };
}

/** Returns the cookie that an answer sets, as a header of further requests. */
export function cookieOf(response: Response, name: string): string {
  const set = (response.headers['set-cookie'] ?? []) as unknown as string[];
  return set.find((one) => one.startsWith(`__Host-${name}=`))?.split(';')[0] ?? '';
}

/** Returns the headers of the session that an answer begins. */
export async function sessionOf(api: TestApi, response: Response): Promise<TestOperator['headers']> {
  const Cookie = cookieOf(response, 'sid');
  const { body } = await api.request().get('/api/admin/me').set({ Cookie });
  return { Cookie, 'X-CSRF-Token': (body as Me).csrf_token };
}
