import * as fc from 'fast-check';
import { z } from 'zod';

/** Texts that have broken some service: bytes, numbers, names of prototypes, escapes, times out of range. */
export const NASTY_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'x\uDFFFy',
  '\u202Etxet',
  '\uFEFF',
  '💥'.repeat(60),
  'e\u0301',
  '%',
  '_',
  '\\',
  '%00',
  "' OR '1'='1",
  '"; DROP TABLE products; --',
  '<script>alert(1)</script>',
  '=cmd()',
  '${7*7}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  '-1',
  '0',
  '1.5',
  '1e3',
  '1e400',
  '0x10',
  '9223372036854775808',
  '99999999999999999999999',
  '999999999999999',
  '00000000-0000-0000-0000-000000000000',
  '{0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38}',
  '0199C8A1-3F2E-7B64-9D21-5A7C0E4F1B38',
  '4006381333931',
  '4006381333932',
  '2000000000008',
  '٤٠٠٦٣٨١٣٣٣٩٣١',
  '0000-01-01',
  '2026-02-30',
  '9999-12-31',
  '300000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '0001-01-01T00:00:00+14:00',
  '[]',
  '{}',
  '.*(a+)+$',
  'a'.repeat(300),
  'x'.repeat(3_000),
  'http://a.example/',
  'javascript:alert(1)',
  'x@example.org',
  'a@b\r\nBcc: x@example.org',
  '!!!',
  '€',
];

const NASTY_NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1e-9,
  1.5,
  255,
  2_147_483_647,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  1e21,
  1e308,
  Number.MIN_VALUE,
  -1e308,
];

export const nastyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const nastyValue = fc.oneof(
  { weight: 3, arbitrary: nastyText },
  { weight: 2, arbitrary: fc.constantFrom(...NASTY_NUMBERS) },
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { constructor: 1 },
    { a: { b: { c: 1 } } },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** Values that are good enough to get past the first check. */
export interface Known {
  /** By the name of a parameter or field; `id` is anything's. */
  [name: string]: readonly unknown[];
}

/**
 * Bodies for a schema: most fields are what it asks for, so that a request gets far, and some are garbage, absent or
 * too much.
 */
export function garbageBody(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  const json = describe(schema);
  return fc.oneof({ weight: 15, arbitrary: valueFor(json, '', known) }, nastyValue);
}

/** A value of a path or query parameter. */
export function garbageParameter(schema: z.ZodType, name: string, known: Known): fc.Arbitrary<string> {
  const json = describe(schema);
  return fc.oneof({ weight: 2, arbitrary: valueFor(json, name, known).map(asText) }, nastyText);
}

/** As `String`, which throws for an object that has a `toString` of its own. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(',');
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value);
}

function describe(schema: z.ZodType): JsonSchema {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  // One with a name of its own stands among the definitions.
  return json.$defs?.[json.$ref?.split('/').at(-1) ?? ''] ?? json;
}

function valueFor(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 60, arbitrary: goodValue(schema, name, known) },
    { weight: 1, arbitrary: nastyValue },
  );
}

function goodValue(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return fc.oneof(...variants.map((variant) => valueFor(variant, name, known)));
  const values = Object.hasOwn(known, name) ? known[name] : undefined;
  if (values && schema.type !== 'array' && schema.type !== 'object') return fc.constantFrom(...values);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object':
      return goodObject(schema, known);
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, name, known), {
        minLength: schema.minItems ?? 0,
        maxLength: 4,
      });
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -5), max: Math.max(schema.minimum ?? 0, 5) });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1e6, 1e6), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return goodText(schema);
  }
}

function goodText({ pattern, format, minLength = 1, maxLength = 20 }: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date') return fc.constantFrom('2026-01-31', '0001-01-01', '9999-12-31');
  if (format === 'date-time') return fc.constantFrom('2026-01-31T09:15:00Z', '9999-12-31T23:59:59Z');
  if (format === 'uri') return fc.webUrl();
  if (pattern && !pattern.includes('(?')) {
    try {
      return fc.stringMatching(new RegExp(pattern, 'u'));
    } catch {
      // A pattern that cannot be generated from: plain words then.
    }
  }
  return fc.string({
    unit: 'grapheme',
    minLength: Math.min(minLength, 20),
    maxLength: Math.min(maxLength, 20),
  });
}

function goodObject(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required);
  const object = fc.record(
    Object.fromEntries(properties.map(([name, property]) => [name, valueFor(property, name, known)])),
    { requiredKeys: properties.flatMap(([name]) => (required.has(name) ? [name] : [])) },
  );
  const free = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  if (!free) return object;
  const key = fc.oneof(fc.constantFrom('colour', 'name', 'brand', 'constructor'), nastyText);
  return fc
    .tuple(object, fc.dictionary(key, valueFor(free, '', known), { maxKeys: 4 }))
    .map(([own, more]) => ({ ...more, ...own }));
}
