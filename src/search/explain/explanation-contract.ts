import { z } from 'zod';
import { qualitySchema } from '../../quality/quality-contract.ts';

/** Why Postgres answers instead of the engine; see docs/decisions/0032-explain.md. */
const HAND_OVER_REASONS = [
  'barcode',
  'order',
  'deep',
  'text',
  'empty',
  'other_version',
  'not_tried',
  'slow',
  'failed',
  'bug',
] as const;
export type HandOverReason = (typeof HAND_OVER_REASONS)[number];

const ANSWERING_ENGINES = ['meilisearch', 'opensearch', 'postgres'] as const;
export type AnsweringEngine = (typeof ANSWERING_ENGINES)[number];

const similarity = (description: string) =>
  z.number().min(0).max(1).nullable().meta({ format: 'float', description });

/** Why an item is at its position of the page. */
export const itemExplanationSchema = z
  .object({
    match: z.enum(['contains', 'similarity', 'barcode', 'filter', 'name', 'brand', 'category']).meta({
      description:
        '`contains`: the name contains `q`. `similarity`: the name is similar to `q`. `barcode`: only a barcode contains the ' +
        'digits. `filter`: `q` is empty. With `in=all`: `matched` of the item',
    }),
    similarity: similarity('The `score`; null without `q`'),
    matched_text: z.string().nullable().meta({
      description:
        'The part of the folded name that contains `q` or is most similar to it; null where the name did not match',
      example: 'hazelnut spre',
    }),
    matched: z
      .array(z.array(z.int().min(0)).min(2).max(2))
      .nullable()
      .meta({
        description:
          'The position of that part in `name`: start and end in UTF-16 units, without the end. Empty where the name did not ' +
          'match; null where the position is not known, for example when `name` is in another language than the name searched',
        example: [[10, 25]],
      }),
    rank: z.number().nullable().meta({
      description:
        'similarity × (`quality_base` + `quality_score`). Items are in this order unless `sort` says otherwise. Null without `q`',
      example: 1.213333,
    }),
    quality: qualitySchema
      .pick({ quality_score: true, parts: true, failed_checks: true, penalty: true })
      .nullable()
      .meta({
        description:
          'The parts of the quality as they are now. The `quality_score` by which the item was ranked can be some moments ' +
          'older. Null where the parts could not be read',
      }),
  })
  .meta({ id: 'ItemExplanation' });

/** How a whole answer of a search was found. */
export const searchExplanationSchema = z
  .object({
    text: z.string().meta({
      description: '`q` after folding, as it is compared with names; may be empty',
      example: 'hazelnut spred',
    }),
    code: z.string().nullable().meta({
      description: 'The digits that are looked for in barcodes; null where `q` is not a code',
      example: null,
    }),
    order: z
      .string()
      .meta({ description: '`relevance`, or the order of `sort`; without `q` the default is `quality`' }),
    in: z
      .enum(['name', 'all'])
      .meta({ description: 'Where `text` was looked for: a barcode never in `all`' }),
    similarity_threshold: z.number().meta({
      description: 'The least similarity of a name that matches; 0 in `all`, where the engine decides',
    }),
    quality_base: z.number().meta({ description: 'The number added to the quality in a rank' }),
    engine: z.enum(ANSWERING_ENGINES).nullable().meta({
      description: 'The engine that found the page. Null: the filters match nothing, so no engine was asked',
    }),
    handed_over: z.array(z.enum(HAND_OVER_REASONS)).meta({
      description:
        'Why Postgres answered in place of the engine. Always: `barcode`, `order` and `deep`, for which Postgres has the ' +
        'indexes, and `text`, a text without a letter or digit. For a while: `empty` and `other_version` (the index is being ' +
        'built), `not_tried` (the engine has just failed), `slow`, `failed`, `bug`',
    }),
    names_looked_at: z.int().nullable().meta({
      description: 'Candidates whose names were compared with `q`; null where the engine does not count them',
    }),
    is_proven_complete: z.boolean().meta({
      description: 'Whether `is_settled` and `total_is_exact` are both true',
    }),
    took_ms: z
      .number()
      .meta({ description: 'Milliseconds of the search, including the wait for a free slot' }),
  })
  .meta({ id: 'SearchExplanation' });

export type ItemExplanation = z.output<typeof itemExplanationSchema>;
export type SearchExplanation = z.output<typeof searchExplanationSchema>;
