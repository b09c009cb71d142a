import { z } from 'zod';

/** Limit of a query's days, because it reads every decision in them. */
const MAX_DAYS = 92;
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

const day = z.iso
  .date({ error: 'must be a day such as 2026-01-31' })
  .refine((text) => text >= '1970-01-01' && text <= '9999-12-30', 'must be from 1970 to 9999')
  .optional();

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export const reviewStatsQuerySchema = z.object({
  from: day.meta({
    description: `First day (UTC); ${DEFAULT_DAYS} days unless given`,
    example: '2026-01-01',
  }),
  to: day.meta({
    description: `Last day; today unless given. At most ${MAX_DAYS} days in all`,
    example: '2026-01-31',
  }),
});

/** Returns the requested days, both inclusive. Undefined if they are invalid or too many. */
export function readDays({
  from,
  to,
}: z.output<typeof reviewStatsQuerySchema>): { from: string; to: string } | undefined {
  const last = to ?? dayOf(Date.now());
  const first = from ?? dayOf(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY_MS);
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return days >= 1 && days <= MAX_DAYS ? { from: first, to: last } : undefined;
}

const count = z.number().int().min(0);
const seconds = z.number().min(0).nullable();
const work = {
  approved: count,
  rejected: count,
  undone: count.meta({ description: 'Decisions that were taken back' }),
};
const waited = {
  p50_seconds: seconds.meta({
    description: 'Half of the decided submissions waited no longer; null when there are no decisions',
  }),
  p95_seconds: seconds,
};

export const reviewStatsSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    total: z.object({ ...work, ...waited }),
    by_operator: z
      .array(
        z.object({
          day: z.iso.date(),
          actor: z.string().meta({ example: 'operator:0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38' }),
          operator_email: z.string().nullable(),
          rule_name: z.string().nullable().meta({ description: 'Of a rule that decided: `rule:<id>`' }),
          ...work,
        }),
      )
      .meta({ description: 'By the day (UTC) and by who did it, the newest first' }),
    by_source: z.array(z.object({ source: z.enum(['public', 'backflow']), ...work, ...waited })),
    by_shop: z
      .array(z.object({ account_id: z.uuid(), email: z.string(), ...work, ...waited }))
      .meta({ description: 'The 50 accounts of whose back-flow most was decided' }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: 'ReviewStats' });

export type ReviewStats = z.output<typeof reviewStatsSchema>;
