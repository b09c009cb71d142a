import { z } from 'zod';
import { NUTRIMENT_KEYS } from '../../../facts/registry/nutriment-keys.ts';
import type { CategoryNode } from '../../../catalog/categories/category-contract.ts';
import { productSchema } from '../../../catalog/products/product-contract.ts';

/** The type of a value in a typed file. */
export type Shape =
  | { kind: 'text' | 'number' | 'flag' | 'instant' | 'json' }
  | { kind: 'list'; of: Shape }
  | { kind: 'map'; of: Shape }
  | { kind: 'struct'; fields: readonly Column[] };

export interface Column {
  name: string;
  shape: Shape;
}

/** The part of JSON Schema that the contracts’ schemas use. */
interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  format?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
}

const KINDS: Record<string, 'text' | 'number' | 'flag'> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'flag',
};

/** Returns the columns of rows with this schema, in its order. */
export function listColumns(schema: z.ZodType): Column[] {
  const root = z.toJSONSchema(schema, { io: 'output' }) as JsonSchema;
  const resolve = (given: JsonSchema): JsonSchema => {
    if (given.$ref !== undefined) return resolve(root.$defs?.[given.$ref.split('/').at(-1) ?? ''] ?? {});
    const [other, ...further] = given.anyOf?.filter(({ type }) => type !== 'null') ?? [];
    // A value of several types is written as JSON.
    return other && further.length === 0 ? resolve(other) : given;
  };
  const columnsOf = (given: JsonSchema): Column[] =>
    Object.entries(given.properties ?? {}).map(([name, value]) => ({ name, shape: shapeOf(value) }));
  const shapeOf = (given: JsonSchema): Shape => {
    const { type, format, items, properties, additionalProperties, ...rest } = resolve(given);
    const [only] = [type].flat().filter((one) => one !== 'null');
    if (only === 'array' && items) return { kind: 'list', of: shapeOf(items) };
    if (properties) return { kind: 'struct', fields: columnsOf({ ...rest, properties }) };
    if (typeof additionalProperties === 'object') return { kind: 'map', of: shapeOf(additionalProperties) };
    if (format === 'date-time') return { kind: 'instant' };
    return { kind: KINDS[only ?? ''] ?? 'json' };
  };
  return columnsOf(resolve(root));
}

const NUTRIMENTS: Shape = {
  kind: 'struct',
  fields: NUTRIMENT_KEYS.map((name) => ({ name, shape: { kind: 'number' } })),
};

/** The columns of a product. Each nutriment has its own column, because all their names are known. */
export const PRODUCT_COLUMNS: readonly Column[] = listColumns(productSchema).map((column) =>
  column.name === 'nutriments' ? { ...column, shape: NUTRIMENTS } : column,
);

/** The columns of the further data that a copy needs. */
export const RECORD_COLUMNS: readonly Column[] = [
  { name: 'id', shape: { kind: 'text' } },
  { name: 'version', shape: { kind: 'number' } },
  { name: 'record', shape: { kind: 'json' } },
];

/** Returns the type as manifests name it, such as `list<struct>`. */
export function describeShape(shape: Shape): string {
  if (shape.kind !== 'list' && shape.kind !== 'map') return shape.kind;
  return `${shape.kind}<${describeShape(shape.of)}>`;
}

const CATEGORY_KINDS: Record<Exclude<keyof CategoryNode, 'children'>, 'text' | 'number'> = {
  code: 'text',
  name: 'text',
  archive_kind: 'text',
  parent_code: 'text',
  path: 'text',
  level: 'number',
  product_count: 'number',
};

/** The columns of a category without its children. */
export const CATEGORY_COLUMNS: readonly Column[] = Object.entries(CATEGORY_KINDS).map(([name, kind]) => ({
  name,
  shape: { kind },
}));
