import { z } from 'zod';

/** A query parameter that is a whole number within bounds. Values out of range are refused, not clamped. */
export const wholeNumber = (description: string, least: number, most: number, initial: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`)
    .default(initial)
    .meta({ description, type: 'integer', minimum: least, maximum: most, default: initial });

/** The parameters `page` and `size`. */
export const pagingQuery = {
  page: wholeNumber('The first page is 1', 1, 1_000_000, 1),
  size: wholeNumber('Items on a page', 1, 100, 20),
};

/** A page of a list. `total` counts all items. */
export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    items: z.array(item),
    page: z.number().int().meta({ example: 1 }),
    size: z.number().int().meta({ example: 20 }),
    total: z.number().int().meta({ description: 'Items on all pages' }),
  });
