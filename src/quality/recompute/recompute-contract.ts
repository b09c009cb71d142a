import { z } from 'zod';
import { pageOf, pagingQuery } from '../../platform/http/paging.ts';
import { pathId } from '../../platform/http/path-id.ts';

const RECOMPUTE_STATES = ['pending', 'running', 'done', 'failed'] as const;

export const recomputeSchema = z
  .object({
    id: z.uuid(),
    reason: z.string().meta({ description: 'What was changed', example: 'source.changed' }),
    scope: z
      .union([
        z.object({ all: z.literal(true) }),
        z.object({ unread: z.literal(true) }).meta({ description: 'Products whose label is yet to be read' }),
        z.object({ category_ids: z.array(z.uuid()) }),
        z.object({ kind: z.string() }),
        z.object({ source_id: z.uuid() }),
      ])
      .meta({ description: 'Which products it goes through' }),
    state: z
      .enum(RECOMPUTE_STATES)
      .meta({ description: 'One runs at a time, the oldest first; a failed one is not tried again' }),
    total: z.number().int().nullable().meta({ description: 'Products to go through; null until it begins' }),
    done: z.number().int().meta({ description: 'Products gone through' }),
    changed: z.number().int().meta({ description: 'Products whose score became another' }),
    error: z.string().nullable(),
    requested_by: z.string().meta({ example: 'operator:0198c3a0-6f5e-7c1b-9a52-1d2f3c4b5a69' }),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'QualityRecompute' });

export const recomputePageSchema = pageOf(recomputeSchema).meta({ id: 'QualityRecomputePage' });

export const recomputeListQuerySchema = z.object({
  ...pagingQuery,
  state: z.enum(RECOMPUTE_STATES, { error: `must be one of ${RECOMPUTE_STATES.join(', ')}` }).optional(),
});

export const recomputeParamsSchema = z.object({
  id: pathId('Id of the recomputation', '0198c3a0-6f5e-7c1b-9a52-1d2f3c4b5a69'),
});

export const recomputeRequestSchema = z.strictObject({}).meta({ id: 'QualityRecomputeRequest' });

export type Recompute = z.output<typeof recomputeSchema>;
export type RecomputeListQuery = z.output<typeof recomputeListQuerySchema>;
