import { z } from 'zod';
import { valueList } from './value-list.ts';

/** An answer with the fields that a caller has chosen. */
type Part<Whole, Kept extends keyof Whole> = Pick<Whole, Kept> & Partial<Whole>;

/** Its schema: all fields except the kept ones are optional. */
type PartSchema<S extends z.ZodObject, Kept, Added> = z.ZodObject<
  {
    [Name in keyof S['shape']]: Name extends Kept ? S['shape'][Name] : z.ZodOptional<S['shape'][Name]>;
  } & Added
>;

/** Lets callers choose top-level fields of an answer. */
interface FieldChoice<S extends z.ZodObject, Kept extends keyof z.output<S>, Added> {
  /** The parameter `fields` of a query, and that of a body. */
  query: { fields: z.ZodOptional<z.ZodType<string[], string>> };
  body: { fields: z.ZodOptional<z.ZodType<string[]>> };
  /**
   * Schema of whole and partial answers. OpenAPI describes it as one shape, because client generators have no good
   * type for a union of both.
   */
  part: PartSchema<S, Kept, Added>;
  /** Returns the chosen and the kept fields, in the order of the answer; all fields if none are chosen. */
  pick: (answer: Part<z.output<S>, Kept>, fields: readonly string[] | undefined) => Part<z.output<S>, Kept>;
}

/**
 * `name`: name of the partial answer in OpenAPI, where the schema itself has none. `added`: further fields that are
 * not chosen. `description`: which fields are present.
 */
export function fieldChoice<
  S extends z.ZodObject,
  Kept extends keyof z.output<S> & string,
  Added extends z.ZodRawShape,
>(
  name: string,
  schema: S,
  kept: readonly Kept[],
  added: Added,
  description = 'Whole, with every field, unless `fields` chose some of them: then the others are left out',
): FieldChoice<S, Kept, Added> {
  const names = Object.keys(schema.shape);
  const others = names.filter((field) => !(kept as readonly string[]).includes(field));
  const part = schema.partial(Object.fromEntries(others.map((field) => [field, true])) as never);
  const always = `${kept.map((field) => `\`${field}\``).join(', ')} always come`;
  return {
    query: {
      fields: valueList(names)
        .optional()
        .meta({ description: `Only these fields of ${name}, separated by commas; ${always}` }),
    },
    body: {
      fields: z
        .array(z.enum(names, { error: `must be one of ${names.join(', ')}` }))
        .min(1)
        .max(names.length)
        .optional()
        .meta({ description: `Only these fields of ${name}; ${always}` }),
    },
    part: part.extend(added).meta({ id: name, description }) as never,
    pick(answer, fields) {
      if (fields === undefined) return answer;
      const chosen = new Set<string>([...kept, ...fields]);
      // A loop, because a page of a hundred products has thousands of fields.
      const all: Record<string, unknown> = answer;
      const picked: Record<string, unknown> = {};
      for (const field in all) if (chosen.has(field)) picked[field] = all[field];
      return picked as typeof answer;
    },
  };
}
