import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { adminRoutes, contributorRoutes, publicRoutes, type AppDependencies } from '../../../src/routes.ts';
import type { Route } from '../../../src/platform/http/route.ts';
import { buildAdminOpenApi } from '../../../src/platform/openapi/openapi-admin.ts';
import { buildOpenApi } from '../../../src/platform/openapi/openapi.ts';

interface Described {
  $ref?: string;
  nullable?: boolean;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: Described }> };
  responses: Record<string, { content?: Record<string, { schema: Described }> }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Described> };
}

const NOTHING = {} as AppDependencies;
const offers = contributorRoutes(NOTHING);
const read = publicRoutes(NOTHING);
const admin = adminRoutes(NOTHING);
const interfaces: [string, Route[], Description][] = [
  ['public', [...read, ...offers], buildOpenApi(read, offers) as unknown as Description],
  ['admin', admin, buildAdminOpenApi(admin) as unknown as Description],
];

describe.each(interfaces)('the %s description', (_, routes, description) => {
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  const follow = (schema: Described | undefined): Described => {
    const name = schema?.$ref?.split('/').at(-1);
    return name === undefined ? (schema ?? {}) : follow(description.components.schemas[name]);
  };

  test('gives each name to one shape', () => {
    const shapes = new Map<string, z.ZodType>();
    const seen = new Set<z.ZodType>();
    const visit = (schema: z.ZodType) => {
      if (seen.has(schema)) return;
      seen.add(schema);
      const id = schema.meta()?.['id'];
      if (typeof id === 'string') {
        const before = shapes.get(id) ?? schema;
        shapes.set(id, schema);
        expect(z.toJSONSchema(schema, JSON_FORM), id).toEqual(z.toJSONSchema(before, JSON_FORM));
      }
      if (schema instanceof z.ZodObject)
        for (const part of Object.values(schema.shape)) visit(part as z.ZodType);
      if (schema instanceof z.ZodArray) visit(schema.element as z.ZodType);
      if (schema instanceof z.ZodUnion) for (const option of schema.options) visit(option as z.ZodType);
      if (isWrapper(schema)) visit(schema.unwrap() as z.ZodType);
    };
    for (const { response, body } of routes) for (const schema of [response, body]) if (schema) visit(schema);
    expect(shapes.size).toBeGreaterThan(10);
  });

  test('says of every field of an answer whether it may be null', () => {
    let nullables = 0;
    const seen = new Set<z.ZodType>();
    const compare = (schema: z.ZodType, described: Described, place: string) => {
      // The tree of categories holds itself.
      if (seen.has(schema)) return;
      if (schema instanceof z.ZodObject) seen.add(schema);
      const whole = follow(described);
      if (schema instanceof z.ZodObject) {
        for (const [name, part] of Object.entries(schema.shape) as [string, z.ZodType][]) {
          const field = whole.properties?.[name] ?? {};
          const mayBeNull = part.safeParse(null).success;
          if (mayBeNull) nullables += 1;
          expect(isNullable(field), `${place}.${name}`).toBe(mayBeNull);
          compare(part, field, `${place}.${name}`);
        }
      } else if (schema instanceof z.ZodArray) {
        const element = schema.element as z.ZodType;
        expect(isNullable(whole.items ?? {}), `${place}[]`).toBe(element.safeParse(null).success);
        compare(element, whole.items ?? {}, `${place}[]`);
      } else if (schema instanceof z.ZodUnion) {
        for (const [n, option] of schema.options.entries())
          compare(option as z.ZodType, whole.anyOf?.[n] ?? {}, `${place}|${n}`);
      } else if (isWrapper(schema)) compare(schema.unwrap() as z.ZodType, whole, place);
    };
    const isNullable = (field: Described): boolean =>
      field.nullable === true ||
      follow(field).nullable === true ||
      Object.entries(field).some(
        ([key, choices]) =>
          ['allOf', 'anyOf', 'oneOf'].includes(key) && (choices as unknown as Described[]).some(isNullable),
      );
    for (const { operationId, response, status = 200, contentType } of routes) {
      if (contentType) continue;
      const operation = operations.find((item) => item.operationId === operationId);
      const schema = operation?.responses[status]?.content?.['application/json']?.schema;
      compare(response, schema ?? {}, operationId);
    }
    expect(nullables).toBeGreaterThan(10);
  });

  test('names every status that an operation can answer, and none for all others', () => {
    for (const { operationId, responses, requestBody } of operations) {
      expect(Object.keys(responses), operationId).not.toContain('default');
      // These ask nobody.
      const wanted = ['getReadiness', 'getHealth', 'describeResolver', 'listApis'].includes(operationId)
        ? []
        : ['503'];
      const ofBodies = requestBody ? ['413', '415'] : [];
      expect(Object.keys(responses), operationId).toEqual(
        expect.arrayContaining(['400', '408', '431', '500', ...wanted, ...ofBodies]),
      );
    }
    for (const { operationId, params } of routes.filter((route) => route.params)) {
      const operation = operations.find((item) => item.operationId === operationId);
      expect(
        operation?.responses,
        `${operationId} ${Object.keys(params?.shape ?? {}).join()}`,
      ).toHaveProperty('404');
    }
  });

  test('says how long every text of a query may be, or what it looks like', () => {
    for (const { operationId, parameters = [] } of operations) {
      for (const { name, schema, ...parameter } of parameters.filter((item) => item.in === 'query')) {
        const bounds = Object.keys(schema).filter((key) =>
          ['maxLength', 'pattern', 'enum', 'format', 'maximum', 'anyOf'].includes(key),
        );
        const isBoolean = (schema as { type?: string }).type === 'boolean';
        expect(isBoolean || bounds.length > 0, `${operationId} ${parameter.in} ${name}`).toBe(true);
      }
    }
  });

  test('allows no text of a query that its rule refuses', () => {
    const loose = routes.flatMap(({ operationId, query }) =>
      (operations.find((item) => item.operationId === operationId)?.parameters ?? []).flatMap(
        ({ name, in: place, schema }) =>
          place !== 'query' || name === 'data'
            ? []
            : TEXTS.filter((text) => fits(schema, text) && !query?.shape[name]?.safeParse(text).success).map(
                (text) => `${operationId} ${name}=${JSON.stringify(text)}`,
              ),
      ),
    );
    expect(loose).toEqual([]);
  });

  test('allows no empty list and no control character of a body that its rule refuses', () => {
    const loose = routes.flatMap(({ operationId, body }) => {
      const operation = operations.find((item) => item.operationId === operationId);
      const { properties = {} } = follow(operation?.requestBody?.content['application/json']?.schema);
      const shape = body instanceof z.ZodObject ? (body.shape as Record<string, z.ZodType>) : {};
      return Object.entries(properties).flatMap(([name, given]) => {
        const schema = follow(given) as TextSchema & { minItems?: number };
        const texts = CONTROLLED.filter((text) => schema.format === undefined && fits(schema, text));
        const values =
          schema.type === 'string' ? texts : schema.type === 'array' && !schema.minItems ? [[]] : [];
        return values
          .filter((value) => shape[name]?.safeParse(value).success === false)
          .map((value) => `${operationId} ${name}=${JSON.stringify(value)}`);
      });
    });
    expect(loose).toEqual([]);
  });
});

const CONTROLLED = ['\0', '\u0001', '\t', '\n', '\u007F', '\u0085', '\u202E'].map((sign) => `a${sign}b`);
/** What people and programs send, and what they should not. A number may be written in other ways than JSON has. */
const TEXTS = [
  '',
  ' ',
  ',',
  ',,',
  'a',
  'a,',
  ',a',
  'a,,b',
  'A',
  'de',
  'DE',
  'xx',
  'de-DE',
  'de,en',
  'now',
  'milk',
  'milk,',
  'true',
  'TRUE',
  'null',
  '__proto__',
  'constructor',
  'sugars<5',
  '0',
  '1',
  '-1',
  '1.5',
  '99999999999',
  '2026-01-01T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01',
  '00000000-0000-7000-8000-000000000000',
  ...CONTROLLED,
  ...[100, 200].map((length) => 'a'.repeat(length)),
];

interface TextSchema {
  anyOf?: TextSchema[];
  type?: string;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Whether a text fits the schema of a parameter, by what the schema says alone. */
function fits(schema: TextSchema, text: string): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => fits(one, text));
  const { type, minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity } = schema;
  if (type === 'boolean') return text === 'true' || text === 'false';
  if (type === 'integer' || type === 'number') {
    const value = Number(text);
    const isNumber = /^-?\d+(\.\d+)?$/.test(text) && (type === 'number' || Number.isInteger(value));
    return isNumber && value >= minimum && value <= maximum;
  }
  return (
    text.length >= minLength &&
    text.length <= maxLength &&
    (schema.enum?.includes(text) ?? true) &&
    (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text)) &&
    (schema.format !== 'date-time' || z.iso.datetime({ offset: true }).safeParse(text).success) &&
    (schema.format !== 'date' || z.iso.date().safeParse(text).success) &&
    (schema.format !== 'uuid' || z.guid().safeParse(text).success)
  );
}

const JSON_FORM = { io: 'input', unrepresentable: 'any' } as const;

const isWrapper = (schema: z.ZodType): schema is z.ZodNullable | z.ZodOptional | z.ZodDefault =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
