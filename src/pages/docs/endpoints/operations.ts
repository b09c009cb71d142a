import type { buildOpenApi } from '../../../platform/openapi/openapi.ts';
import type { Route } from '../../../platform/http/route.ts';

/** The OpenAPI description. */
export type Description = ReturnType<typeof buildOpenApi>;
type PathItem = Description['paths'][string];
type Described = NonNullable<PathItem['get']>;
type Inline<T> = Exclude<T, { $ref: string }>;

export type Schema = Inline<NonNullable<NonNullable<Description['components']>['schemas']>[string]>;
export type SchemaOrName = Schema | { $ref: string };

/** An endpoint of the description. */
export interface Operation {
  id: string;
  tag: string;
  method: string;
  /** Starts with `/`. */
  path: string;
  summary: string;
  description: string;
  parameters: { name: string; in: string; isRequired: boolean; schema: SchemaOrName; says: string }[];
  body: SchemaOrName | undefined;
  /** Its errors, each with its code and meaning in Markdown. */
  failures: { status: string; says: string }[];
  /** What a call counts for. */
  cost: Cost;
  /** The same in a sentence. */
  costSays: string;
  needsKey: boolean;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Returns every endpoint of the description; `routes` have the cost of a call. */
export function listOperations(description: Description, routes: readonly Route[]): Operation[] {
  const byId = new Map(routes.map((route) => [route.operationId, route]));
  return Object.entries(description.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const described = item[method];
      if (!described) return [];
      const id = described.operationId ?? '';
      const cost = findCost(byId.get(id), described);
      const root = (described.servers ?? description.servers)?.[0]?.url ?? '';
      return [
        {
          id,
          tag: described.tags?.[0] ?? '',
          method: method.toUpperCase(),
          path: `${root.replace(/\/$/, '')}${path}`,
          summary: described.summary ?? '',
          description: described.description ?? '',
          parameters: (described.parameters ?? []).filter(isInline).map((parameter) => ({
            name: parameter.name,
            in: parameter.in,
            isRequired: parameter.required === true,
            schema: parameter.schema ?? {},
            says: parameter.description ?? '',
          })),
          body: bodyOf(described),
          failures: listFailures(described),
          cost,
          costSays: COSTS[cost],
          needsKey: byId.get(id)?.needsKey === true,
        },
      ];
    }),
  );
}

function bodyOf({ requestBody }: Described): SchemaOrName | undefined {
  return requestBody && isInline(requestBody) ? requestBody.content['application/json']?.schema : undefined;
}

function listFailures({ responses }: Described): Operation['failures'] {
  return Object.entries(responses as Record<string, { description: string }>)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) => description.split('\n\n').map((says) => ({ status, says })));
}

const COSTS = {
  key: 'Needs a key. Counts against the minute of the key, and uses none of its quota.',
  ownLimit: 'Counts for a limit of its own, and uses no quota.',
  none: 'Counts neither against the minute nor against the quota.',
  varies:
    'One call of the minute. What it uses of the quota depends on what is asked: the header `X-Quota-Cost` says it.',
  minute: 'One call of the minute, and none of the quota.',
  one: 'One call of the minute and one of the quota.',
};
export type Cost = keyof typeof COSTS;

/** `route` is undefined for paths that are served outside the routes. */
function findCost(route: Route | undefined, { responses }: Described): Cost {
  const headers = (responses as Record<string, { headers?: object }>)['200']?.headers ?? {};
  if (route?.needsKey) return 'key';
  if (route?.hasOwnLimit) return 'ownLimit';
  if (route?.unmetered || (!route && !('X-RateLimit-Limit' in headers))) return 'none';
  if (route?.hasOwnCost === 'none') return 'minute';
  return route?.hasOwnCost ? 'varies' : 'one';
}

function isInline<T extends object>(value: T): value is Inline<T> {
  return !('$ref' in value);
}
