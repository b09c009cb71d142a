import { z } from 'zod';
import { qualitySchema } from '../../quality/quality-contract.ts';

/** Why an engine leaves an answer to the next one; see docs/decisions/0032-explain.md. */
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

/** Why an item is on the page, and where. */
export const itemExplanationSchema = z
  .object({
    match: z.enum(['contains', 'similarity', 'barcode', 'filter']).meta({
      description:
        '`contains`: the name contains `q`; `similarity`: it is alike; `barcode`: neither, a barcode contains the digits; ' +
        '`filter`: nothing was asked for by `q`',
    }),
    similarity: similarity('The `score`; null without `q`'),
    matched_text: z.string().nullable().meta({
      description:
        'The part of the name, as it is compared, that gave the similarity, or that `q` is in; null where nothing did',
      example: 'hazelnut spre',
    }),
    matched: z
      .array(z.array(z.int().min(0)).min(2).max(2))
      .nullable()
      .meta({
        description:
          'The same in `name` as it is shown: beginning and end, in UTF-16 units, the end not included. Empty where nothing ' +
          'of the name matched; null where it cannot be told, as when the name is shown in another language than it was searched in',
        example: [[10, 25]],
      }),
    rank: z.number().nullable().meta({
      description:
        'similarity × (`quality_base` + `quality_score`): the order of items, unless `sort` gives another. Null without `q`',
      example: 1.213333,
    }),
    quality: qualitySchema
      .pick({ quality_score: true, parts: true, failed_checks: true, penalty: true })
      .nullable()
      .meta({
        description:
          'What the quality is made of, as it is now: the `quality_score` of the item, by which it was ranked, can be some ' +
          'moments older. Null where it could not be read',
      }),
  })
  .meta({ id: 'ItemExplanation' });

/** How a whole answer of a search was found. */
export const searchExplanationSchema = z
  .object({
    text: z
      .string()
      .meta({ description: '`q` as it is compared; empty: nothing', example: 'hazelnut spred' }),
    code: z
      .string()
      .nullable()
      .meta({ description: 'The digits that barcodes are asked for', example: null }),
    order: z.string().meta({ description: '`relevance`, or the order of a list without `q`' }),
    similarity_threshold: z.number().meta({ description: 'Similarity from which on a name matches' }),
    quality_base: z.number().meta({ description: 'What is added to the quality in a rank' }),
    engine: z.enum(ANSWERING_ENGINES).nullable().meta({
      description: 'Which engine found the page. Null: nothing can match, and no engine was asked',
    }),
    handed_over: z.array(z.enum(HAND_OVER_REASONS)).meta({
      description:
        'Why the engine left the page to Postgres. By design: `barcode`, `order`, `deep` (Postgres has the indexes), `text` ' +
        '(no letter or digit). For now: `empty`, `other_version` (the index is not ready), `not_tried`, `slow`, `failed`, `bug`',
    }),
    names_looked_at: z.int().nullable().meta({
      description: 'Different names that were compared with `q`; null where the engine does not tell',
    }),
    is_proven_complete: z.boolean().meta({
      description: 'Whether nothing that ranks higher is missing, and `total` is exact',
    }),
    took_ms: z.number().meta({ description: 'Milliseconds of the search, waiting for its turn included' }),
  })
  .meta({ id: 'SearchExplanation' });

export type ItemExplanation = z.output<typeof itemExplanationSchema>;
export type SearchExplanation = z.output<typeof searchExplanationSchema>;
