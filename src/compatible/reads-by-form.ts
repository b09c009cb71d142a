import { z } from 'zod';
import type { Route } from '../platform/http/route.ts';

export const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Returns endpoints that read, and the same by POST with their parameters as a form, which some clients send. */
export function alsoByForm(item: Route): Route[] {
  const { query, handler, ...rest } = item;
  if (!query) return [item];
  const byForm: Route = {
    ...rest,
    method: 'post',
    operationId: `${item.operationId}_form`,
    summary: `${item.summary}, by a form`,
    body: z.looseObject(query.shape),
    bodyTypes: FORM_TYPES,
    bodyLimitBytes: 16_384,
    handler: ({ body, ...input }) => {
      const parameters = body as unknown as Record<string, unknown>;
      const texts = Object.entries(parameters).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      );
      // The filters are read from the address.
      const url = `${input.url.split('?')[0]}?${new URLSearchParams(texts)}`;
      return handler({ ...input, body: undefined, query: parameters as unknown as undefined, url });
    },
  };
  return [item, byForm];
}
