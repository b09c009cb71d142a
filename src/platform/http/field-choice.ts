import { z } from 'zod';
import { valueList } from './value-list.ts';

/** The part of an answer that a caller has chosen. */
type Part<Whole, Kept extends keyof Whole> = Pick<Whole, Kept> & Partial<Whole>;

/** The schema of such a part: all fields but the kept ones may be missing. */
type PartSchema<S extends z.ZodObject, Kept, Added> = z.ZodObject<
  {
    [Name in keyof S['shape']]: Name extends Kept ? S['shape'][Name] : z.ZodOptional<S['shape'][Name]>;
  } & Added
>;

/** The choice of fields of answers of one schema: the names of its own top-level fields. */
interface FieldChoice<S extends z.ZodObject, Kept extends keyof z.output<S>, Added> {
  /** The parameter `fields` of a query, and that of a body. */
  query: { fields: z.ZodOptional<z.ZodType<string[], string>> };
  body: { fields: z.ZodOptional<z.ZodType<string[]>> };
  /**
   * What holds for a whole answer and for one of which fields were chosen: it is described under the name, as one shape,
   * since a union of both is what programs made of the description have no good type for.
   */
  part: PartSchema<S, Kept, Added>;
  /** The chosen fields of an answer, in its order, and those that are `kept` always; all when none are chosen. */
  pick: (answer: Part<z.output<S>, Kept>, fields: readonly string[] | undefined) => Part<z.output<S>, Kept>;
}

/**
 * `name`: what the description calls such an answer; the schema itself has no name there. `added`: what an answer can have
 * besides, whichever fields are chosen. `description`: which fields come.
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
      return Object.fromEntries(
        Object.entries(answer as object).filter(([field]) => chosen.has(field)),
      ) as Part<z.output<S>, Kept>;
    },
  };
}
