import type { Me } from '../../src/access/operators/operator-contract.ts';
import type { Method } from '../../src/platform/http/route.ts';
import type { Answer, PathOf, SentArguments } from './api-calls.ts';
import { ApiProblem, readProblem } from './api-problem.ts';
import type { SessionStore } from './session-store.ts';

const TIMEOUT_MS = 20_000;

interface CallSettings {
  signal?: AbortSignal;
  /** For sign-in and the session check: a 401 is an answer, and does not end the session. */
  isSignedOut?: boolean;
  /** Completes the request even when the page closes; nobody waits for its answer. */
  keepalive?: boolean;
}

type Caller<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...sent: SentArguments<M, P, CallSettings>
) => Promise<Answer<M, P>>;

/** Calls `/api/admin`. Every method throws `ApiProblem`. */
export interface ApiClient {
  session: SessionStore;
  /** For calls whose types have been checked by the compiler elsewhere. */
  call: (method: Method, path: string, parts?: Parts, settings?: CallSettings) => Promise<unknown>;
  get: Caller<'get'>;
  post: Caller<'post'>;
  put: Caller<'put'>;
  patch: Caller<'patch'>;
  delete: Caller<'delete'>;
}

/** A request whose types have been checked by the compiler. */
interface Parts {
  path?: Record<string, unknown>;
  /** Empty values are left out. */
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * Makes all calls to the service. When the session has ended, a call waits until the operator has signed in again, so
 * that no input is lost. When another tab's sign-in has made the CSRF token stale, it is fetched again, once.
 */
export function createApiClient(session: SessionStore, send: typeof fetch = fetch): ApiClient {
  const callOnce = async (method: Method, path: string, parts: Parts, settings: CallSettings) => {
    const { signal, keepalive = false } = settings;
    const csrfToken = session.read().session?.csrf_token;
    try {
      return await send(buildPath(path, parts), {
        method: method.toUpperCase(),
        headers: {
          Accept: 'application/json',
          ...(method !== 'get' && csrfToken ? { 'X-CSRF-Token': csrfToken } : {}),
          ...(parts.body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(parts.body ? { body: JSON.stringify(parts.body) } : {}),
        keepalive,
        signal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(TIMEOUT_MS)]),
      });
    } catch (error) {
      // Aborted by the page itself: no retry.
      if (signal?.aborted) throw error;
      throw new ApiProblem('unreachable', 'The service cannot be reached. Is the network there?', {
        cause: error,
      });
    }
  };
  const call: ApiClient['call'] = async (method, path, parts = {}, settings = {}) => {
    let hasRenewed = false;
    for (;;) {
      const { session: sentIn } = session.read();
      const response = await callOnce(method, path, parts, settings);
      if (response.ok) return response.json();
      const problem = await readProblem(response);
      if (problem.code === 'not_authenticated' && !settings.isSignedOut) {
        // If a new session began while the answer was on its way, retry in it at once; otherwise wait for one.
        if (session.read().session === sentIn) await session.waitForNext();
      } else if (problem.code === 'csrf_failed' && !hasRenewed) {
        hasRenewed = true;
        session.begin((await call('get', '/me')) as Me);
      } else throw problem;
    }
  };
  const caller = (method: Method) => (path: string, parts?: Parts, settings?: CallSettings) =>
    call(method, path, parts, settings);
  return {
    session,
    call,
    get: caller('get') as Caller<'get'>,
    post: caller('post') as Caller<'post'>,
    put: caller('put') as Caller<'put'>,
    patch: caller('patch') as Caller<'patch'>,
    delete: caller('delete') as Caller<'delete'>,
  };
}

/** Returns the URL of a read, for links that the browser follows itself. */
export function buildUrl<P extends PathOf<'get'>>(path: P, ...sent: SentArguments<'get', P, never>): string {
  return buildPath(path, ...(sent as [Parts?]));
}

function buildPath(path: string, { path: names = {}, query = {} }: Parts = {}): string {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name])));
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/api/admin${place}${text === '' ? '' : `?${text}`}`;
}
