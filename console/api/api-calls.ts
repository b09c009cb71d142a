import type {
  OperationRequestBodyContent,
  PathsWithMethod,
  RequiredKeysOf,
  SuccessResponseJSON,
} from 'openapi-typescript-helpers';
import type { paths } from './admin-api.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths below `/api/admin` that support the method. */
export type PathOf<M extends Method> = PathsWithMethod<paths, M>;

type Operation<M extends Method, P extends PathOf<M>> = NonNullable<paths[P][M]>;

export type Body<M extends Method, P extends PathOf<M>> = OperationRequestBodyContent<Operation<M, P>>;
export type Query<P extends PathOf<'get'>> = NonNullable<Operation<'get', P>['parameters']['query']>;

/** The path parameters, query and body of a call. */
export type Sent<M extends Method, P extends PathOf<M>> = Pick<
  Operation<M, P>['parameters'],
  'path' | 'query'
> &
  ([Body<M, P>] extends [undefined] ? { body?: never } : { body: Body<M, P> });

/** `Sent` as an argument, optional when nothing in it is required, followed by the function's settings. */
export type SentArguments<M extends Method, P extends PathOf<M>, Settings> =
  RequiredKeysOf<Sent<M, P>> extends never
    ? [sent?: Sent<M, P>, settings?: Settings]
    : [sent: Sent<M, P>, settings?: Settings];

/** The body of a successful response. */
export type Answer<M extends Method, P extends PathOf<M>> = SuccessResponseJSON<Operation<M, P>>;
