import type { Me } from '../../src/operators/operator-contract.ts';
import { ApiProblem, readProblem } from './api-problem.ts';
import type { SessionStore } from './session-store.ts';

const TIMEOUT_MS = 20_000;

export type QueryValue = string | number | boolean | null | undefined;
export type Query = Record<string, QueryValue>;

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Empty values are left out. */
  query?: Query;
  body?: object | undefined;
  signal?: AbortSignal | undefined;
  /** A 401 is the answer, not the end of the session: signing in, and asking who is signed in. */
  isSignedOut?: boolean;
}

/** Calls of `/api/admin`, by paths below it. All throw `ApiProblem`. */
export interface ApiClient {
  session: SessionStore;
  call: <T>(path: string, call?: Call) => Promise<T>;
  get: <T>(path: string, query?: Query, signal?: AbortSignal) => Promise<T>;
}

/**
 * The one way to the service. A session that has ended holds the call back until the operator has signed in again, so
 * that nothing typed is lost; a CSRF token that another tab's sign-in has made stale is asked for anew, once.
 */
export function createApiClient(session: SessionStore, send: typeof fetch = fetch): ApiClient {
  const callOnce = async (path: string, call: Call): Promise<Response> => {
    const isWrite = call.method !== undefined && call.method !== 'GET';
    const csrfToken = session.read().session?.csrf_token;
    try {
      return await send(buildUrl(path, call.query), {
        method: call.method ?? 'GET',
        headers: {
          Accept: 'application/json',
          ...(isWrite && csrfToken ? { 'X-CSRF-Token': csrfToken } : {}),
          ...(call.body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(call.body ? { body: JSON.stringify(call.body) } : {}),
        signal: call.signal
          ? AbortSignal.any([call.signal, AbortSignal.timeout(TIMEOUT_MS)])
          : AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      // Given up by the page itself: nobody waits for it.
      if (call.signal?.aborted) throw error;
      throw new ApiProblem('unreachable', 'The service cannot be reached. Is the network there?', {
        cause: error,
      });
    }
  };
  const call = async <T>(path: string, options: Call = {}): Promise<T> => {
    let hasRenewed = false;
    for (;;) {
      const response = await callOnce(path, options);
      if (response.ok) return (await response.json()) as T;
      const problem = await readProblem(response);
      if (problem.code === 'not_authenticated' && !options.isSignedOut) {
        await session.waitForNext();
      } else if (problem.code === 'csrf_failed' && !hasRenewed) {
        hasRenewed = true;
        session.begin(await call<Me>('/me'));
      } else throw problem;
    }
  };
  return {
    session,
    call,
    get: (path, query, signal) => call(path, { ...(query ? { query } : {}), signal }),
  };
}

export function buildUrl(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/api/admin${path}${text === '' ? '' : `?${text}`}`;
}
