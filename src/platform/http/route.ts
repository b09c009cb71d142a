import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { StoredAnswer } from './answers/stored-answer.ts';
import type { ErrorCode } from './api-error.ts';
import type { CheckedCaller } from './callers/caller.ts';
import type { Role, SignedIn } from './callers/operator.ts';

type ObjectSchema = z.ZodObject;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface HandlerInput<P, Q, B> {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  requestId: string;
  /** The bucket the caller's address counts in (see `clientBucket`). */
  address: string;
  /** Who asks on a route that takes API keys. */
  caller: CheckedCaller | undefined;
  /** The operator's session on a route that asks for a role. */
  signedIn: SignedIn | undefined;
  /** Sends a `Set-Cookie` header with the answer. */
  setCookie: (cookie: string) => void;
  /** Says in which language the texts of the answer are; null: that is not known. */
  setLanguage: (code: string | null) => void;
  /**
   * Says what the call costs of the quota, on a route with `hasOwnCost`, before the work is done.
   * @throws ApiError `quota_exhausted` when so many calls are not left: then none is used
   */
  setCost: (calls: number) => Promise<void>;
  /** Address of the service, without a slash at its end (see `findRoot`). */
  root: string;
  /** Path and query of the request, as they were sent. */
  url: string;
  /** The request's own headers, by lower-case name. */
  headers: IncomingHttpHeaders;
  /** Aborted when the client leaves or the request's deadline passes. */
  signal: AbortSignal;
}

/** What is sent as JSON, or is sent as it is: as it comes, or as it is kept. */
type Answer<R extends z.ZodType, C extends z.ZodType> = z.input<R> | z.input<C> | Readable | StoredAnswer;

export interface RouteDefinition<
  P extends ObjectSchema | undefined,
  Q extends ObjectSchema | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType,
  C extends z.ZodType = R,
> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** OpenAPI form, below the router's prefix: `/products/{id}`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** Path parameters; a value that does not fit is 404 `not_found` with `details.reason`. */
  params?: P;
  /** Query parameters; a value that does not fit is 400 `invalid_parameter` with `details.parameter`. */
  query?: Q;
  /** Headers that the handler reads, for the description: it checks them itself. */
  requestHeaders?: ObjectSchema;
  /** JSON body; a wrong shape is 400 `invalid_request`, a value that breaks its rule 400 `validation_failed`. */
  body?: B;
  /** The body is a file, a `Buffer` for `body`, and no JSON: the accepted content types, which are not trusted. */
  bodyTypes?: readonly string[];
  /** Instead of the deadline of all routes (see `mountRoutes`), for work on many things at once. */
  deadlineMs?: number;
  /** A larger body is 413; 4,096 unless given. */
  bodyLimitBytes?: number;
  /** The 200 (or `status`) answer. Asserted in tests, not at run time. */
  response: R;
  /**
   * The answer where the caller has chosen `fields` of it. It is what OpenAPI describes, since it holds for whole answers
   * too; tests hold these to `response`.
   */
  part?: C;
  status?: 200 | 201;
  /** Errors beyond those every route can give (see `buildOpenApi`). */
  errors?: ErrorCode[];
  /** What an error means on this route, for the description, where the text of its code is too general. */
  errorTexts?: Partial<Record<ErrorCode, string>>;
  /** Of an answer that is no JSON: the handler then returns it as a stream. */
  contentType?: string;
  /** Further headers of a successful answer. */
  headers?: Record<string, string>;
  /** `Cache-Control` of a successful answer; unless given `no-cache` (revalidate by ETag), or what `sharedCacheSeconds` says. */
  cacheControl?: string;
  /** So long callers may use a successful answer without asking again. */
  maxAgeSeconds?: number;
  /** Neither keys nor rate limits and quotas apply: the handler guards itself. */
  unmetered?: boolean;
  /** Counts for a limit of its own, which `X-RateLimit-*` tell, and uses no quota. */
  hasOwnLimit?: boolean;
  /** Costs what the handler says, by `setCost`, instead of one call of the quota; 1 where it does not come to that. */
  hasOwnCost?: boolean;
  /** Without a valid key the answer is 401; a call counts for the key's limit per minute and uses no quota. */
  needsKey?: boolean;
  /** For operators of this role only (see `adminRoute`). */
  role?: Role;
  handler: (input: HandlerInput<P, Q, B>) => Promise<Answer<R, C>> | Answer<R, C>;
}

/** A route with its types erased, as `mountRoutes` and `buildOpenApi` take them. */
export type Route = Omit<RouteDefinition<ObjectSchema, ObjectSchema, z.ZodType, z.ZodType>, 'handler'> & {
  handler: (input: HandlerInput<undefined, undefined, undefined>) => unknown;
};

/**
 * One endpoint: its schemas are at once the validation, the handler's types and the OpenAPI description. The handler
 * returns the body, or throws an `ApiError`.
 */
export function route<
  P extends ObjectSchema | undefined = undefined,
  Q extends ObjectSchema | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType = z.ZodType,
  C extends z.ZodType = R,
>(definition: RouteDefinition<P, Q, B, R, C>): Route {
  return definition as unknown as Route;
}

/** The page of the docs for the endpoints of a tag. */
export const docsOfTag = (tag: string): string => `/docs/endpoints/${tag.toLowerCase()}`;

/** Where an endpoint is described. The console's endpoints have one description together. */
export function docsOfEndpoint({ tag, operationId, role }: Route): string {
  return role === undefined ? `${docsOfTag(tag)}#${operationId}` : '/api/admin/openapi.json';
}
