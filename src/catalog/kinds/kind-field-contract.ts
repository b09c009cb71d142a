import { z } from 'zod';
import { NO_CONTROL_CHARACTERS } from '../../platform/http/value-list.ts';

export const kindFieldsQuerySchema = z.object({
  kind: z
    .string({ error: 'is required' })
    .min(1, 'is required')
    .max(40, 'must be at most 40 characters')
    .refine((value) => !/\p{Cc}/u.test(value), 'must not hold control characters')
    .meta({
      description: 'Archive kind of a category',
      example: 'electronics',
      pattern: NO_CONTROL_CHARACTERS,
    }),
});

export const kindFieldSchema = z
  .object({
    key: z.string().meta({ description: 'Name of the attribute', example: 'screen_size' }),
    label: z.string().meta({ example: 'Screen size' }),
    type: z.enum(['string', 'number', 'boolean', 'enum', 'date']),
    unit: z.string().nullable().meta({ example: 'in' }),
    group: z.string().nullable().meta({ example: 'Display' }),
    required: z.boolean().meta({ description: 'Whether the field counts towards the quality score' }),
    options: z.array(z.string()).nullable().meta({ description: 'The values an enum can have' }),
    min: z.number().nullable(),
    max: z.number().nullable(),
    position: z.number().int(),
  })
  .meta({ id: 'KindField' });

export const kindFieldsSchema = z
  .object({
    kind: z.string().meta({ example: 'electronics' }),
    fields: z.array(kindFieldSchema).meta({
      description: 'In the order of the specification table; empty for food, which has a fixed record',
    }),
  })
  .meta({ id: 'KindFields' });

export type KindFields = z.output<typeof kindFieldsSchema>;
