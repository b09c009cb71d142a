import { z } from 'zod';
import { GTIN_PATTERN, GTIN_REFUSALS } from '../../facts/values/gtin.ts';
import { submittedFactsShape } from '../../facts/registry/fact-shapes-contract.ts';
import { firstMembers } from '../../platform/http/first-members.ts';
import { plainText } from '../../platform/text/text-contract.ts';

export const MAX_BACKFLOW_ITEMS = 100;

/** Why an item was refused. */
const BACKFLOW_REASONS = [...GTIN_REFUSALS, 'invalid_field'] as const;

/** A batch carries what a shop knows of its goods. Other facts are submitted one product at a time. */
const {
  nutrition_basis: _basis,
  nutri_score: _mark,
  environmental_score: _environment,
  ...backflowFactsShape
} = submittedFactsShape;

export const backflowItemSchema = z.strictObject({
  gtin: z.string().meta({
    pattern: GTIN_PATTERN,
    description: 'GTIN-8, -12, -13 or -14, in any padding',
    example: '9529999000019',
  }),
  ...backflowFactsShape,
  note: plainText(1_000).optional(),
});

export type BackflowItem = z.output<typeof backflowItemSchema>;

/** An item, or why it is invalid: one bad item must not fail the whole batch. */
export type CheckedItem = { item: BackflowItem } | { gtin: string | null; message: string };

export const backflowBatchSchema = z
  .strictObject({
    items: firstMembers(
      MAX_BACKFLOW_ITEMS,
      z.array(
        backflowItemSchema
          .transform((item): CheckedItem => ({ item }))
          .catch(({ value, error }) => ({ gtin: readGtin(value), message: describeIssues(error.issues) }))
          // The generator cannot derive a schema from `catch`.
          .meta(z.toJSONSchema(backflowItemSchema, { target: 'openapi-3.0', io: 'input' })),
      ),
    ).meta({ minItems: 1, maxItems: MAX_BACKFLOW_ITEMS }),
  })
  .meta({ id: 'BackflowBatch' });

function readGtin(value: unknown): string | null {
  const gtin = typeof value === 'object' && value !== null && 'gtin' in value ? value.gtin : null;
  return typeof gtin === 'string' ? gtin : null;
}

export function describeIssues(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  return issues
    .map(({ path, message }) => [path.map(String).join('.'), message].filter(Boolean).join(' '))
    .join('; ');
}

export const backflowResultSchema = z
  .object({
    received: z.number().int(),
    accepted: z.number().int(),
    exists: z.number().int(),
    duplicate: z.number().int(),
    invalid: z.number().int(),
    results: z.array(
      z.object({
        index: z.number().int().meta({ description: 'Place in the batch, from 0' }),
        gtin: z.string().nullable().meta({ description: 'As it was sent; null when it was no text' }),
        result: z.enum(['accepted', 'exists', 'duplicate', 'invalid']),
        reason: z.enum(BACKFLOW_REASONS).nullable().meta({ description: 'Why it is invalid' }),
        message: z.string().nullable().meta({ description: 'The reason in words' }),
        submission_id: z
          .uuid()
          .nullable()
          .meta({ description: 'The submission made for it, or the one that is pending already' }),
        product_id: z.uuid().nullable().meta({ description: 'The product that has this barcode' }),
      }),
    ),
  })
  .meta({ id: 'BackflowResult' });

export type BackflowResult = z.output<typeof backflowResultSchema>;
export type BackflowReason = (typeof BACKFLOW_REASONS)[number];
