import { z } from 'zod';
import { productFields, productSchema } from '../../catalog/products/product-contract.ts';
import { productRecordSchema } from '../../catalog/products/product-record-contract.ts';
import { CURSOR_FORM, parseCursor } from './change-cursor.ts';

const MOST_ITEMS = 1_000;
const LONGEST_WAIT_S = 20;

const count = (min: number, max: number, unit = '') =>
  z
    .string()
    .regex(/^\d{1,4}$/, `must be from ${min} to ${max}${unit}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}${unit}`);

export const changesQuerySchema = z.object({
  ...productFields.query,
  since: z
    .string()
    .transform((text, context) => {
      const since = text === 'now' ? 'now' : parseCursor(text);
      if (since !== undefined) return since;
      context.addIssue({
        code: 'custom',
        message: 'must be `now`, or the `next` of an answer of this endpoint',
      });
      return z.NEVER;
    })
    .optional()
    .meta({
      type: 'string',
      pattern: `^(now|${CURSOR_FORM})$`,
      description:
        'The `next` of the last answer. Absent: the whole catalogue from its beginning. `now`: no products, and the ' +
        'cursor of this moment',
      example: 'now',
    }),
  limit: count(1, MOST_ITEMS).default(100).meta({
    type: 'integer',
    minimum: 1,
    maximum: MOST_ITEMS,
    default: 100,
    description: 'The most items of a page',
  }),
  wait: count(0, LONGEST_WAIT_S, ' seconds').default(0).meta({
    type: 'integer',
    minimum: 0,
    maximum: LONGEST_WAIT_S,
    default: 0,
    description: 'Seconds to wait for a change when there is no new one; the first change ends the wait',
  }),
});

const changeOf = <P extends z.ZodType>(product: P) =>
  z.object({
    position: z.int().meta({ description: 'Position in the feed: later changes have higher positions' }),
    id: z.uuid(),
    gtin: z.string().nullable().meta({
      description:
        'Primary barcode; of a deleted or merged product the last one it had, null if that is not known',
      example: '3017620422003',
    }),
    change: z.enum(['upsert', 'delete', 'merge']).meta({
      description:
        '`upsert`: replace your copy with `product`; `delete`: it is not public any more; `merge`: the same, ' +
        'and `merged_into` replaces it',
    }),
    merged_into: z.uuid().nullable().meta({ description: 'Of a merge: the id of the other product' }),
    version: z.int().nullable().meta({
      description:
        'Edits of the product so far; null for a deleted product. Shared data, such as a brand’s name, changes without one',
    }),
    // OpenAPI 3.0 permits `nullable` only beside a type.
    product: product
      .nullable()
      .meta({ type: 'object', allOf: [{ $ref: '#/components/schemas/Product' }], nullable: true }),
    record: productRecordSchema.nullable().meta({
      description:
        'Of an upsert: stored data that a copy of the catalogue needs and `product` does not contain',
    }),
  });
const changePartSchema = changeOf(productFields.part).meta({ id: 'Change' });

const changesOf = <C extends z.ZodType>(change: C) =>
  z.object({
    items: z.array(change),
    next: z.string().meta({ description: 'The next `since`', example: 'c1.5f0c1d9a7b3e.20481' }),
    has_more: z
      .boolean()
      .meta({ description: 'Whether more changes can be read at once. Even then a page may be short' }),
  });

export const changesSchema = changesOf(changeOf(productSchema));
export const changesPartSchema = changesOf(changePartSchema).meta({ id: 'ChangePage' });

export type Change = z.output<typeof changePartSchema>;
