import type { Answer, Method, PathOf, SentArguments } from './api-calls.ts';
import { ApiProblem, readProblem } from './api-problem.ts';
import type { SessionStore } from './session-store.ts';

const TIMEOUT_MS = 20_000;

interface CallSettings {
  signal?: AbortSignal;
  /** A 401 is the answer, not the end of the session: signing in, and asking who is signed in. */
  isSignedOut?: boolean;
  /** Sent to the end though the page closes; its answer is not waited for. */
  keepalive?: boolean;
}

type Caller<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...sent: SentArguments<M, P, CallSettings>
) => Promise<Answer<M, P>>;

/** Calls of `/api/admin`, by the paths of its description. All throw `ApiProblem`. */
export interface ApiClient {
  session: SessionStore;
  get: Caller<'get'>;
  post: Caller<'post'>;
  put: Caller<'put'>;
  patch: Caller<'patch'>;
  delete: Caller<'delete'>;
}

/** A request after the compiler has checked its types. */
interface Parts {
  path?: Record<string, unknown>;
  /** Empty values are left out. */
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * The one way to the service. A session that has ended holds the call back until the operator has signed in again, so
 * that nothing typed is lost; a CSRF token that another tab's sign-in has made stale is fetched again, once.
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
  const call = async (method: Method, path: string, parts: Parts = {}, settings: CallSettings = {}) => {
    let hasRenewed = false;
    for (;;) {
      const { session: sentIn } = session.read();
      const response = await callOnce(method, path, parts, settings);
      if (response.ok) return response.json();
      const problem = await readProblem(response);
      if (problem.code === 'not_authenticated' && !settings.isSignedOut) {
        // Of a session that another has taken the place of while the answer was on its way: it is sent again in that.
        if (session.read().session === sentIn) await session.waitForNext();
      } else if (problem.code === 'csrf_failed' && !hasRenewed) {
        hasRenewed = true;
        session.begin(await client.get('/me'));
      } else throw problem;
    }
  };
  const caller =
    <M extends Method>(method: M): Caller<M> =>
    (path, ...sent) =>
      call(method, path, ...(sent as [Parts?, CallSettings?]));
  const client: ApiClient = {
    session,
    get: caller('get'),
    post: caller('post'),
    put: caller('put'),
    patch: caller('patch'),
    delete: caller('delete'),
  };
  return client;
}

/** The address of a read, for links that the browser follows itself. */
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
