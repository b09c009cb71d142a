import { z } from 'zod';
import { pageOf, pagingQuery } from '../../platform/http/paging.ts';

export const rebuildSchema = z
  .object({
    id: z.number().int(),
    state: z.enum(['queued', 'filling', 'verifying', 'swapping', 'done', 'failed']),
    total: z.number().int().nullable().meta({ description: 'Products to write; null until it begins' }),
    done: z.number().int().meta({ description: 'Products written' }),
    error: z.string().nullable(),
    requested_by: z.string().meta({ example: 'operator:0198c3a0-6f5e-7c1b-9a52-1d2f3c4b5a69' }),
    requested_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'IndexRebuild' });

export const rebuildListSchema = z.object({ items: z.array(rebuildSchema) }).meta({ id: 'IndexRebuildList' });

export const reconcileSchema = z
  .object({
    id: z.number().int(),
    requested_by: z.string(),
    requested_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    products: z.number().int().nullable(),
    missing: z.number().int().nullable().meta({ description: 'Products in use that the index lacks' }),
    stale: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Documents of the index that differ from their product' }),
    ghost: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Documents of the index whose product is not in use' }),
    error: z.string().nullable(),
  })
  .meta({ id: 'IndexReconcile' });

export const indexStatusSchema = z
  .object({
    engine: z.object({
      name: z
        .enum(['meilisearch', 'opensearch', 'postgres'])
        .meta({ description: 'Which engine this process asks first' }),
      is_available: z
        .boolean()
        .meta({ description: 'Whether it answers now; if not, Postgres answers searches' }),
      breakers_open: z.array(z.string()).meta({
        description: 'The servers that this process does not call for a moment, because they failed',
      }),
    }),
    indexer: z.object({
      is_running: z.boolean().meta({ description: 'Whether an indexer has saved a sample in the last 30 s' }),
      last_seen_at: z.iso.datetime().nullable(),
    }),
    dirty: z.number().int().meta({
      description:
        'Products whose change is not in the index yet; where there are more than 100,000, an estimate',
    }),
    parked: z.number().int().meta({ description: 'Products whose document the engine refuses' }),
    lag_seconds: z.number().meta({ description: 'Age of the oldest change that is not in the index' }),
    drift: z.number().int().nullable().meta({ description: 'Differences the last comparison found' }),
    last_reconcile: reconcileSchema.nullable().meta({ description: 'Null: no comparison was made yet' }),
    open_rebuild: rebuildSchema.nullable().meta({ description: 'Null: no rebuild is open' }),
  })
  .meta({ id: 'IndexStatus' });

export const parkedProductSchema = z
  .object({
    product_id: z.uuid(),
    name: z.string().nullable().meta({ description: 'Null when the product is gone' }),
    error: z.string().meta({ description: 'The message of the engine' }),
    marked_at: z.iso.datetime(),
  })
  .meta({ id: 'ParkedProduct' });

export const parkedPageSchema = pageOf(parkedProductSchema).meta({ id: 'ParkedProductPage' });

export const parkedQuerySchema = z.object(pagingQuery);

export type RebuildEntry = z.output<typeof rebuildSchema>;
export type ReconcileEntry = z.output<typeof reconcileSchema>;
export type IndexStatus = z.output<typeof indexStatusSchema>;
