import { z } from 'zod';

const MAX_ASSIGNED_IDS = 500;

export const assignBodySchema = z.strictObject({
  ids: z
    .array(z.uuid().transform((id) => id.toLowerCase()))
    .min(1)
    .max(MAX_ASSIGNED_IDS),
  operator_id: z
    .uuid()
    .transform((id) => id.toLowerCase())
    .nullable()
    .meta({ description: 'The operator who is to decide them; null: any operator' }),
});

export const assignmentSchema = z
  .object({
    done: z.number().int().meta({ description: 'How many are now assigned as requested' }),
    refused: z.array(z.uuid()).meta({ description: 'Ids of submissions that are decided or do not exist' }),
  })
  .meta({ id: 'Assignment' });

export type AssignBody = z.output<typeof assignBodySchema>;
export type Assignment = z.output<typeof assignmentSchema>;
