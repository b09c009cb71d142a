import type { AdminCalls } from '../../src/endpoints.ts';
import type { Method } from '../../src/platform/http/route.ts';

/** The paths below `/api/admin` that support the method. */
export type PathOf<M extends Method> = keyof AdminCalls[M] & string;

type Part<M extends Method, P extends PathOf<M>, Name extends string> = AdminCalls[M][P][Name &
  keyof AdminCalls[M][P]];

export type Body<M extends Method, P extends PathOf<M>> = Part<M, P, 'body'>;
export type Query<P extends PathOf<'get'>> = Part<'get', P, 'query'>;
/** The body of a successful response. */
export type Answer<M extends Method, P extends PathOf<M>> = Part<M, P, 'answer'>;

/** The path parameters, query and body of a call. */
export type Sent<M extends Method, P extends PathOf<M>> = Given<'path', Part<M, P, 'path'>> &
  Given<'query', Part<M, P, 'query'>> &
  Given<'body', Part<M, P, 'body'>>;

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? { [Key in Name]?: never }
  : {} extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

/** `Sent` as an argument, optional when nothing in it is required, followed by the function's settings. */
export type SentArguments<M extends Method, P extends PathOf<M>, Settings> =
  {} extends Sent<M, P> ? [sent?: Sent<M, P>, settings?: Settings] : [sent: Sent<M, P>, settings?: Settings];
