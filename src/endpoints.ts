import type { z } from 'zod';
import type { Endpoint, Method, Route } from './platform/http/route.ts';
import type { accountPageRoutes, adminRoutes, contributorRoutes, publicRoutes } from './routes.ts';

type Listed<List extends (...args: never[]) => Route[]> = ReturnType<List>[number];

/** What an endpoint takes, as it is sent, and its successful answer. */
interface Call<P, Q, B, R> {
  path: Texts<P>;
  query: Texts<Q>;
  body: B extends z.ZodType ? z.input<B> : undefined;
  answer: z.output<R>;
}

/** Parameters may also be sent as the numbers and booleans that their texts become. */
type Texts<S> = S extends z.ZodType ? Converted<z.input<S>, z.output<S>> : undefined;
type Converted<In, Out> = {
  [Name in keyof In]: unknown extends In[Name] ? Out[Name & keyof Out] : In[Name] | Out[Name & keyof Out];
};

type CallOf<E> =
  E extends Endpoint<Method, string, string, infer P, infer Q, infer B, infer R> ? Call<P, Q, B, R> : never;

type PageRoutes = typeof publicRoutes | typeof contributorRoutes | typeof accountPageRoutes;

/** The calls of the endpoints for programs, and of those behind the account pages, by `operationId`. */
export type Calls = { [Item in Listed<PageRoutes> as Item['operationId']]: CallOf<Item> };

/** The calls of the console's endpoints, by method and path. */
export type AdminCalls = {
  [M in Method]: {
    [Item in Extract<Listed<typeof adminRoutes>, { method: M }> as Item['path']]: CallOf<Item>;
  };
};

/** Input whose values are as somebody typed them: the endpoint checks the values, the compiler checks the names. */
export type Names<Sent> = { [Name in keyof Sent]?: unknown };

/** Refuses names that the endpoint does not know. */
export type Only<Given, Sent> = Given & Record<Exclude<keyof Given, keyof Sent>, never>;
