import * as z from 'zod/mini';

/** Reads a page's filters from its address. Invalid values are ignored, because people edit addresses. */
// oxlint-disable-next-line promise/valid-params -- Zod's, of a shape
const orNone = <S extends z.ZodMiniType>(shape: S) => z.catch(z.optional(shape), undefined);

/** The router parses `7` as a number and `true` as a boolean. */
const spelt = z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String));

export const text = orNone(z.pipe(spelt, z.string().check(z.minLength(1))));

export const choice = <const T extends readonly string[]>(choices: T) =>
  orNone(z.pipe(spelt, z.enum(choices)));

export const flag = orNone(
  z.pipe(
    z.pipe(spelt, z.literal('true')),
    z.transform((): true => true),
  ),
);

/** The page number; page 1 is left out of the address. */
export const page = orNone(z.pipe(z.coerce.number(), z.int().check(z.gt(1))));

/** The search parameters of a list that has pages and no filters. */
export const pageSearch = z.object({ page });
