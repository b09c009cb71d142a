import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { StoredAnswer } from './answers/stored-answer.ts';
import type { ErrorCode } from './api-error.ts';
import type { CheckedCaller } from './callers/caller.ts';
import type { Role, SignedIn } from './callers/operator.ts';
import type { Write } from './idempotency/run-once.ts';

type ObjectSchema = z.ZodObject;
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface HandlerInput<P, Q, B> {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  requestId: string;
  /** The bucket that the caller's address counts for (see `clientBucket`). */
  address: string;
  /** The caller, on a route that takes API keys. */
  caller: CheckedCaller | undefined;
  /** The operator's session, on a route that requires a role. */
  signedIn: SignedIn | undefined;
  /** Adds a `Set-Cookie` header to the answer. */
  setCookie: (cookie: string) => void;
  /** Sets the language of the answer's texts; null: unknown. */
  setLanguage: (code: string | null) => void;
  /**
   * Sets the quota cost of the call on a route with `hasOwnCost`, before the work is done. Unless `isShown` is false,
   * the answer tells it in `X-Quota-Cost`.
   * @throws ApiError `quota_exhausted` if fewer calls are left; then none is used
   */
  setCost: (calls: number, isShown?: boolean) => Promise<void>;
  /**
   * Runs a write of a route with `takesIdempotencyKey`, or returns the first answer to the same request (see
   * `createRunOnce`). Check the caller before, and count what a repeat does not use within the write.
   */
  once: <T>(write: Write<T>) => Promise<T>;
  /** Public address of the service, without a trailing slash (see `findRoot`). */
  root: string;
  /** Path and query as sent. */
  url: string;
  /** Headers of the request, by lower-case name. */
  headers: IncomingHttpHeaders;
  /** Aborted when the client leaves or the deadline passes. */
  signal: AbortSignal;
}

/** A value sent as JSON, a stream, or a stored answer. */
type Answer<R extends z.ZodType, C extends z.ZodType> = z.input<R> | z.input<C> | Readable | StoredAnswer;

export interface RouteDefinition<
  P extends ObjectSchema | undefined,
  Q extends ObjectSchema | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType,
  C extends z.ZodType = R,
> {
  tag: string;
  summary: string;
  description?: string;
  /** Path parameters. An invalid value is 404 `not_found` with `details.reason`. */
  params?: P;
  /**
   * Ignores unknown query parameters, and takes forms and JSON of any declared type (`readLenientBody`), for callers that
   * were written for another service.
   */
  isLenient?: boolean;
  /** Query parameters. An invalid value is 400 `invalid_parameter` with `details.parameter`. */
  query?: Q;
  /** Headers that the handler reads. Only documented here; the handler validates them. */
  requestHeaders?: ObjectSchema;
  /** JSON body. A wrong shape is 400 `invalid_request`, a value that breaks a rule 400 `validation_failed`. */
  body?: B;
  /**
   * Accepted content types of a body that is a file, passed as a `Buffer`, or of a lenient body. The declared type is not
   * trusted.
   */
  bodyTypes?: readonly string[];
  /** Overrides the router's deadline (see `mountRoutes`), for work on many items. */
  deadlineMs?: number;
  /** Larger bodies are 413; default 4,096. */
  bodyLimitBytes?: number;
  /** Body of a successful answer. Tests assert it; it is not checked at run time. */
  response: R;
  /**
   * Schema of answers with chosen `fields`. OpenAPI describes this one, because it also fits whole answers; tests
   * check those against `response`.
   */
  part?: C;
  status?: 200 | 201;
  /** Errors besides those of every route (see `buildOpenApi`). */
  errors?: ErrorCode[];
  /** Descriptions of errors on this route, where the text of the code is too general. */
  errorTexts?: Partial<Record<ErrorCode, string>>;
  /** Content type of an answer that is not JSON. The handler then returns a stream. */
  contentType?: string;
  /** Further headers of a successful answer. */
  headers?: Record<string, string>;
  /**
   * `Cache-Control` of a successful answer. Default: `no-cache` (revalidate by ETag), or as `sharedCacheSeconds`
   * sets.
   */
  cacheControl?: string;
  /** How long callers may use a successful answer without revalidating. */
  maxAgeSeconds?: number;
  /** A repeat with the same `Idempotency-Key` gets the first answer. The handler runs its write by `once`. */
  takesIdempotencyKey?: boolean;
  /** No keys, rate limits or quotas apply; the handler guards itself. */
  unmetered?: boolean;
  /** Counts for its own limit, shown in `X-RateLimit-*`, and uses no quota. */
  hasOwnLimit?: boolean;
  /**
   * The handler sets the quota cost by `setCost`. It is 1 if the handler does not get that far. `none`: the cost that it
   * sets is always 0.
   */
  hasOwnCost?: boolean | 'none';
  /** Without a valid key the answer is 401. A call counts for the key's limit per minute and uses no quota. */
  needsKey?: boolean;
  /** Least role of an operator (see `adminRoute`). */
  role?: Role;
  handler: (input: HandlerInput<P, Q, B>) => Promise<Answer<R, C>> | Answer<R, C>;
}

/** A route of any types, for `mountRoutes` and `buildOpenApi`. */
export type Route = Omit<RouteDefinition<ObjectSchema, ObjectSchema, z.ZodType, z.ZodType>, 'handler'> & {
  method: Method;
  path: string;
  operationId: string;
  handler: (input: HandlerInput<undefined, undefined, undefined>) => unknown;
};

/** A route with the types of its schemas, from which its callers get theirs (see `endpoints.ts`). */
export interface Endpoint<M, Path, Id, P, Q, B, R> extends Omit<
  Route,
  'method' | 'path' | 'operationId' | 'params' | 'query' | 'body' | 'response'
> {
  method: M;
  path: Path;
  operationId: Id;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
}

/** What endpoints can have in common. */
export type Shared = Partial<
  Omit<
    Route,
    'method' | 'path' | 'operationId' | 'params' | 'query' | 'body' | 'response' | 'part' | 'handler'
  >
>;

/** A definition that may omit what is shared. */
export type Without<S extends Shared, D extends object> = Omit<D, keyof S> &
  Partial<Pick<D, keyof S & keyof D>>;

/** Returns `route` for endpoints that have this in common. */
export function routesOf<S extends Shared>(shared: S) {
  return <
    M extends Method,
    Path extends string,
    Id extends string,
    P extends ObjectSchema | undefined = undefined,
    Q extends ObjectSchema | undefined = undefined,
    B extends z.ZodType | undefined = undefined,
    R extends z.ZodType = z.ZodType,
    C extends z.ZodType = R,
  >(
    method: M,
    path: Path,
    operationId: Id,
    definition: Without<S, RouteDefinition<P, Q, B, R, C>>,
  ) =>
    ({ method, path, operationId, ...shared, ...definition }) as unknown as Endpoint<M, Path, Id, P, Q, B, R>;
}

/**
 * Defines an endpoint. Its schemas give the validation, the handler's types, the OpenAPI description and the callers'
 * types. The handler returns the body or throws an `ApiError`. The path is in OpenAPI form, relative to the router:
 * `/products/{id}`.
 */
export const route = routesOf({});

/** Returns the docs page of a tag. */
export const docsOfTag = (tag: string): string => `/docs/endpoints/${tag.toLowerCase()}`;

/** Returns the address of an endpoint's description. All console endpoints share one. */
export function docsOfEndpoint({ tag, operationId, role }: Route): string {
  return role === undefined ? `${docsOfTag(tag)}#${operationId}` : '/api/admin/openapi.json';
}
