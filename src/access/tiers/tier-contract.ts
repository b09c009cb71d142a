import { z } from 'zod';
import { textWithoutNul } from '../../platform/text/text-contract.ts';

export const tierCode = textWithoutNul(60).meta({ example: 'registered' });

const figure = (least: number, most: number, description: string) =>
  z.number().int().min(least).max(most).nullable().meta({ description });
const tierFigures = {
  per_minute: figure(1, 1_000_000_000, 'Calls a minute; null: no limit'),
  cumulative: figure(
    0,
    1_000_000_000_000,
    'Calls over the lifetime of an account or address; null: no limit',
  ),
};
const backflowFigures = {
  backflow_per_day: figure(
    0,
    1_000_000_000,
    'Back-flow items of an account accepted in a day (UTC); 0: it may send none; null: no limit',
  ),
  backflow_pending: figure(
    0,
    1_000_000_000,
    'Back-flow items of an account that may wait at once; 0: it may send none; null: no limit',
  ),
};

export const tierSchema = z
  .object({
    code: z.string().meta({ example: 'registered' }),
    ...tierFigures,
    ...backflowFigures,
    accounts: z.number().int().meta({ description: 'Accounts of this tier' }),
  })
  .meta({ id: 'Tier' });

export const tierListSchema = z.object({ items: z.array(tierSchema) }).meta({ id: 'TierList' });

/** Figures that are left out stay as they are. */
export const tierChangeSchema = z
  .strictObject({
    ...tierFigures,
    backflow_per_day: backflowFigures.backflow_per_day.optional(),
    backflow_pending: backflowFigures.backflow_pending.optional(),
  })
  .meta({ id: 'TierChange' });

export type TierChange = z.output<typeof tierChangeSchema>;
export type AdminTier = z.output<typeof tierSchema>;
