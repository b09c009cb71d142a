import { z } from 'zod';
import { pageOf, pagingQuery, wholeNumber } from '../../platform/http/paging.ts';
import { textWithoutNul } from '../../platform/text/text-contract.ts';

export const MISS_KINDS = ['text', 'barcode'] as const;
export type MissKind = (typeof MISS_KINDS)[number];

/** Days for which misses are kept, today included. */
export const MISSES_KEPT_DAYS = 90;
/** The most characters of a kept text. */
export const MOST_MISSED_CHARACTERS = 100;

const kind = z.enum(MISS_KINDS, { error: `must be one of ${MISS_KINDS.join(', ')}` });

export const missSchema = z
  .object({
    kind,
    value: z.string().meta({
      description: 'The text in lower case and without accents, or the digits of the barcode',
      example: 'oat milk barista',
    }),
    count: z.number().int().meta({
      description: 'How often it was asked for; the same by one caller within half a minute counts once',
    }),
    days: z.number().int().meta({ description: 'Days on which it was asked for' }),
    best_score: z.number().min(0).max(1).meta({
      format: 'float',
      description: 'Of a text: the highest `score` that it found, below 0.5; 0: nothing was found',
    }),
    last_at: z.iso.datetime(),
  })
  .meta({ id: 'Miss' });

export const missPageSchema = pageOf(missSchema).meta({ id: 'MissPage' });

export const missFilterSchema = z.object({
  kind: kind.optional(),
  days: wholeNumber('The last days, today (UTC) included', 1, MISSES_KEPT_DAYS, 30),
});

export const missListQuerySchema = missFilterSchema.extend(pagingQuery);

export const missParamsSchema = z.object({
  kind,
  value: textWithoutNul(MOST_MISSED_CHARACTERS * 2).meta({ description: 'As in the list' }),
});

export const askedParamsSchema = z.object({
  gtin: z.string().max(40).meta({ description: 'Any spelling of the barcode', example: '9521000000018' }),
});

export const askedMissSchema = z
  .object({
    outcome: z.enum(['found', 'not_found', 'not_asked', 'failed']).meta({
      description:
        '`not_asked`: a product has it, the upstream is away, or as many calls as are allowed a minute were made',
    }),
    product_id: z.uuid().nullable().meta({ description: 'The product in use with this barcode' }),
  })
  .meta({ id: 'AskedMiss' });

export type Miss = z.output<typeof missSchema>;
export type MissFilter = z.output<typeof missFilterSchema>;
