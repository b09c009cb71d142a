import type { z } from 'zod';
import { ApiError, refuseParameter } from '../api-error.ts';
import type { HandlerInput, Route } from '../route.ts';
import { isText } from './query-string.ts';
import { refuseUnknownParameter } from './refuse-unknown-parameter.ts';

/** A request's input before validation. */
export interface RawInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/**
 * Validates the input by the route's schemas, which also type the handler.
 * @throws ApiError `not_found`, `invalid_parameter`, `invalid_request` or `validation_failed` (see `RouteDefinition`)
 */
export function parseInput(
  item: Route,
  { params, query, body }: RawInput,
): Pick<HandlerInput<undefined, undefined, undefined>, 'params' | 'query' | 'body'> {
  refuseUnknownParameter(item, query);
  const input = {
    params: item.params && parseParams(item.params, params),
    query: item.query && parseQuery(item.query, query),
    body: item.body && parseBody(item.body, body),
  };
  return input as ReturnType<typeof parseInput>;
}

function parseParams(schema: z.ZodObject, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0]);
  throw new ApiError('not_found', `Nothing is here: ${name} ${issue?.message ?? 'is malformed'}.`, {
    details: { reason: `malformed_${name}` },
  });
}

/** Refuses repeated names and invalid values. */
function parseQuery(schema: z.ZodObject, query: Record<string, unknown>): unknown {
  const known = Object.keys(schema.shape).filter((name) => Object.hasOwn(query, name));
  for (const name of known) {
    const value = query[name];
    if (Array.isArray(value)) throw refuseParameter(name, 'may be given only once');
    if (!isText(value as string)) throw refuseParameter(name, 'must be text in UTF-8');
  }
  const result = schema.safeParse(Object.fromEntries(known.map((name) => [name, query[name]])));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw refuseParameter(
    String(issue?.path[0]),
    issue?.message ?? 'is not valid',
    issue?.code === 'custom' ? issue.params : undefined,
  );
}

/** @throws ApiError `invalid_request`, `validation_failed` */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError('invalid_request', 'The body must be a JSON object.');
  }
  const result = schema.safeParse(body, { error: describeIssue });
  if (result.success) return result.data;
  const { issues } = result.error;
  const fields = issues.map((issue) => ({
    field: issue.path.join('.'),
    code: issue.code,
    message: issue.message,
  }));
  // Missing and unknown fields and wrong types make the body malformed; other issues break a rule.
  const isMalformed = issues.some(({ code }) => code === 'invalid_type' || code === 'unrecognized_keys');
  throw isMalformed
    ? new ApiError('invalid_request', 'The body does not have the fields described.', { details: { fields } })
    : new ApiError('validation_failed', 'Some fields are not valid.', { details: { fields } });
}

/** Replaces the validator's messages; undefined keeps the schema's own. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return `no such field: ${issue.keys.join(', ')}`;
  if (issue.code !== 'invalid_type') return undefined;
  return issue.input === undefined ? 'is required' : `must be of type ${issue.expected}`;
};
