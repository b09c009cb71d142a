import { z } from 'zod';
import { webAddress } from '../platform/text/text-contract.ts';

const when = z.iso.datetime().nullable();

export const upstreamRunSchema = z
  .object({
    id: z.number().int(),
    source: z.string(),
    kind: z.enum(['whole', 'delta', 'release']),
    file: z.string(),
    state: z.enum(['fetching', 'importing', 'done', 'failed']),
    bytes: z.number().int().meta({ description: 'Bytes fetched so far' }),
    rows: z.number().int().meta({ description: 'Rows read so far' }),
    saved: z.number().int().meta({ description: 'Products created or changed' }),
    refused: z
      .record(z.string(), z.number().int())
      .meta({ description: 'Refused rows and barcodes by reason', example: { no_name: 12 } }),
    error: z.string().nullable(),
    started_at: z.iso.datetime(),
    finished_at: when,
  })
  .meta({ id: 'UpstreamRun' });

export const upstreamSchema = z
  .object({
    source: z.string().meta({ example: 'open_food_facts' }),
    is_on: z.boolean(),
    address: z.string().meta({ description: 'The folder of exports, or the page that names the releases' }),
    whole_days: z.number().int().meta({ description: 'How often the whole file is imported, in days' }),
    position: when.meta({ description: 'Up to when all daily changes were imported' }),
    release: z.string().nullable().meta({ description: 'The last imported release' }),
    whole_at: when.meta({ description: 'When the last whole file was imported' }),
    in_step_at: when.meta({ description: 'When nothing more was to fetch' }),
    next_at: z.iso.datetime().meta({ description: 'The next look; earlier where a run was asked for' }),
    requested: z.enum(['missing', 'whole']).nullable(),
    error: z.string().nullable().meta({ description: 'Why the last run failed' }),
    failures: z.number().int().meta({ description: 'Failures in a row' }),
  })
  .meta({ id: 'Upstream' });

export const upstreamListSchema = z
  .object({
    is_running: z.boolean().meta({ description: 'Whether a process is fetching or importing' }),
    items: z.array(upstreamSchema),
    runs: z.array(upstreamRunSchema).meta({ description: 'The last files, newest first' }),
  })
  .meta({ id: 'UpstreamList' });

export const upstreamParamsSchema = z.object({
  source: z.string().meta({ description: 'Code of the source', example: 'open_food_facts' }),
});

export const upstreamChangeSchema = z
  .strictObject({
    is_on: z.boolean().nullable(),
    address: webAddress().nullable(),
    whole_days: z.int().min(1, 'must be from 1 to 365').max(365, 'must be from 1 to 365').nullable(),
  })
  .partial()
  .meta({ id: 'UpstreamChange', description: 'null: as the settings say' });

export const upstreamRequestSchema = z
  .strictObject({ kind: z.enum(['missing', 'whole'], { error: 'must be missing or whole' }) })
  .meta({ id: 'UpstreamRequest' });

export type UpstreamEntry = z.output<typeof upstreamSchema>;
export type UpstreamRunEntry = z.output<typeof upstreamRunSchema>;
