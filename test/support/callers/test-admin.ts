import supertest, { type Response } from 'supertest';
import { expect } from 'vitest';
import { adminRoutes, type AppDependencies } from '../../../src/routes.ts';
import type { Route } from '../../../src/platform/http/route.ts';
import type { TestApi } from '../test-api.ts';

/** Only their schemas are used: nothing is asked of these. */
export const describedAdminRoutes: Route[] = adminRoutes({} as AppDependencies);

/**
 * Sends requests below /api/admin with these headers, such as those of `signInTestOperator`. A 2xx must hold what its
 * schema says and nothing more, else the test fails.
 */
export function createAdminCaller(api: Pick<TestApi, 'app'>, headers: Record<string, string> = {}) {
  const send = async (method: Route['method'], path: string, body?: object): Promise<Response> => {
    const request = supertest(api.app)[method](`/api/admin${path}`).set(headers);
    const response = await (body ? request.send(body) : request);
    if (response.status < 300) {
      expect(response.body).toEqual(findRoute(method, path).response.parse(response.body));
    }
    return response;
  };
  return {
    get: (path: string) => send('get', path),
    post: (path: string, body?: object) => send('post', path, body),
    put: (path: string, body?: object) => send('put', path, body),
    patch: (path: string, body?: object) => send('patch', path, body),
    delete: (path: string, body?: object) => send('delete', path, body),
  };
}

export type AdminCaller = ReturnType<typeof createAdminCaller>;

function findRoute(method: Route['method'], path: string): Route {
  const [pathname = ''] = path.split('?');
  const found = describedAdminRoutes.find(
    (item) =>
      item.method === method && new RegExp(`^${item.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  if (!found) throw new Error(`no route is described for ${method} ${path}`);
  return found;
}

/** The envelope of an error of the console's interface, which pages of other sites cannot read. */
export function expectAdminError(response: Response, status: number, code: string): void {
  expect(response.status, response.text).toBe(status);
  expect(response.body).toEqual({
    error: expect.objectContaining({
      code,
      message: expect.stringMatching(/\w/),
      request_id: response.headers['x-request-id'],
    }),
  });
  expect(response.headers['access-control-allow-origin']).toBeUndefined();
  expect(response.text).not.toMatch(/node_modules|\.ts:|select |postgres/i);
}
