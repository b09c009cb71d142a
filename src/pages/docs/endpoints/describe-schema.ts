import type { Description, Schema, SchemaOrName } from './operations.ts';

export interface Field {
  /** As in `items[].gtin`. */
  name: string;
  type: string;
  isRequired: boolean;
  /** Markdown. */
  says: string;
}

/** Longer lists of values are cut. */
const MOST_VALUES = 12;
/** A product's nutriments are nested three levels deep. */
const DEEPEST = 2;

/** Resolves a schema reference. */
export function followSchema(description: Description, schema: SchemaOrName): Schema {
  if (!('$ref' in schema)) return schema;
  const named = description.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''];
  return named ? followSchema(description, named) : {};
}

/** Returns the fields of a body; fields of nested objects follow with a prefix. */
export function listFields(description: Description, schema: SchemaOrName, prefix = '', depth = 0): Field[] {
  const { properties = {}, required = [] } = followSchema(description, schema);
  return Object.entries(properties).flatMap(([name, value]) => {
    const shape = followSchema(description, value);
    const field: Field = {
      name: prefix + name,
      type: describeType(description, shape),
      isRequired: required.includes(name),
      says: shape.description ?? '',
    };
    const inner = shape.items ? followSchema(description, shape.items) : shape;
    const below = `${field.name}${shape.items ? '[]' : ''}.`;
    return depth < DEEPEST && inner.properties
      ? [field, ...listFields(description, inner, below, depth + 1)]
      : [field];
  });
}

/** Describes the allowed values in a few words: `integer, 1 to 100`. */
export function describeType(
  description: Description,
  schema: SchemaOrName,
  mostValues = MOST_VALUES,
): string {
  const shape = followSchema(description, schema);
  const orNull = shape.nullable === true ? ' or null' : '';
  const choices = shape.anyOf ?? shape.oneOf ?? shape.allOf;
  if (choices)
    return (
      [...new Set(choices.map((choice) => describeType(description, choice, mostValues)))].join(' or ') +
      orNull
    );
  if (shape.enum) return describeValues(shape.enum, mostValues) + orNull;
  if (shape.type === 'array') {
    const bounds = describeBounds(shape.minItems, shape.maxItems);
    return `list of ${shape.items ? describeType(description, shape.items, mostValues) : 'values'}${bounds && `, ${bounds} of them`}${orNull}`;
  }
  if (shape.type === 'string') {
    const name = shape.format === 'uuid' ? 'UUID' : (shape.format ?? 'text');
    const bounds = describeBounds(shape.minLength, shape.maxLength);
    return `${name}${bounds && `, ${bounds} characters`}${orNull}`;
  }
  const bounds = describeBounds(shape.minimum, shape.maximum);
  return `${String(shape.type ?? 'any value')}${bounds && `, ${bounds}`}${orNull}`;
}

function describeValues(values: unknown[], most: number): string {
  // `nullable` already says that null is allowed.
  const known = values.filter((value) => value !== null);
  const shown = known.slice(0, most).map(String);
  const rest = known.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function describeBounds(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined)
    return least === most ? String(least) : `${least} to ${most}`;
  if (most !== undefined) return `at most ${most}`;
  return least !== undefined && least > 0 ? `at least ${least}` : '';
}
