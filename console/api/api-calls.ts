import type {
  OperationRequestBodyContent,
  PathsWithMethod,
  RequiredKeysOf,
  SuccessResponseJSON,
} from 'openapi-typescript-helpers';
import type { paths } from './admin-api.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths below `/api/admin` that take the method. */
export type PathOf<M extends Method> = PathsWithMethod<paths, M>;

type Operation<M extends Method, P extends PathOf<M>> = NonNullable<paths[P][M]>;

export type Body<M extends Method, P extends PathOf<M>> = OperationRequestBodyContent<Operation<M, P>>;
export type Query<P extends PathOf<'get'>> = NonNullable<Operation<'get', P>['parameters']['query']>;

/** What a call sends: the parts of its path, its query and its body. */
export type Sent<M extends Method, P extends PathOf<M>> = Pick<
  Operation<M, P>['parameters'],
  'path' | 'query'
> &
  ([Body<M, P>] extends [undefined] ? { body?: never } : { body: Body<M, P> });

/** `Sent` as an argument that may be left out when nothing in it is required, and what a function takes after it. */
export type SentArguments<M extends Method, P extends PathOf<M>, Settings> =
  RequiredKeysOf<Sent<M, P>> extends never
    ? [sent?: Sent<M, P>, settings?: Settings]
    : [sent: Sent<M, P>, settings?: Settings];

/** What the service answers a call that it does not refuse. */
export type Answer<M extends Method, P extends PathOf<M>> = SuccessResponseJSON<Operation<M, P>>;
