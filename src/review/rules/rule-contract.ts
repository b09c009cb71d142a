import { z } from 'zod';
import { pathId } from '../../platform/http/path-id.ts';
import { plainText, wordText } from '../../platform/text/text-contract.ts';
import { RECORDS } from '../senders/sender-contract.ts';
import { RULE_FACTS, RULE_SUGGESTIONS, type Suggestion } from './rule-parts-contract.ts';

export const MAX_RULES = 50;
/** Number of newest decisions that a rule is judged by. */
export const JUDGED_DECISIONS = 1_000;
/** Maximum number of listed wrong suggestions. */
export const MAX_EXAMPLES = 10;
const MAX_WORDS = 100;
const MAX_PER_HOUR = 1_000;

const suggestion = z.enum(RULE_SUGGESTIONS).meta({
  description: '`ask`: ask its contributor, or look closely. Of several rules `ask` wins, then `reject`',
});

const ruleConditionsSchema = z
  .strictObject({
    account_id: z
      .uuid()
      .transform((id) => id.toLowerCase())
      .optional()
      .meta({ description: 'Sent with a key of this account' }),
    sender_record: z.enum(RECORDS).optional().meta({ description: 'As `record` of the queue' }),
    standing: z
      .enum(['new', 'correction'])
      .optional()
      .meta({ description: 'Whether there is a product that it is about' }),
    only_facts: z
      .array(z.enum(RULE_FACTS))
      .min(1)
      .max(RULE_FACTS.length)
      .optional()
      .meta({ description: 'It has at least one of these facts, and no others', example: ['name'] }),
    without_words: z.array(wordText(80)).min(1).max(MAX_WORDS).optional().meta({
      description:
        'Words or phrases that it does not contain, ignoring case and accents; letters that look alike are the same',
    }),
    most_change_percent: z.number().min(0).max(1_000).optional().meta({
      description:
        'No number of its product would change by more. A number that the product does not have, such as a price, cannot be compared and does not fulfil it',
    }),
    needs_proof: z
      .literal(true)
      .optional()
      .meta({ description: 'It names a source where it can be checked, or brings a picture' }),
  })
  .refine((conditions) => Object.values(conditions).some((value) => value !== undefined), {
    error: 'must have a condition',
  })
  .meta({ id: 'RuleConditions', description: 'A submission fulfils all of them' });

/** Returns whether this release can test the stored conditions of a rule. A later release may have saved others. */
export const knowsConditions = ({ conditions }: { conditions: unknown }) =>
  ruleConditionsSchema.safeParse(conditions).success;

const suggesting = {
  conditions: ruleConditionsSchema,
  suggestion,
};

export const draftRuleSchema = z.strictObject(suggesting).meta({ id: 'DraftReviewRule' });

const words = {
  name: plainText(80).meta({ example: 'Plain corrections of Mill' }),
  ...suggesting,
  reason: plainText(500)
    .nullable()
    .default(null)
    .meta({ description: 'What contributors read; a rule that rejects has one, others have none' }),
};
type Words = { suggestion: Suggestion; reason: string | null };
const hasReason = ({ suggestion: suggested, reason }: Words) =>
  (suggested === 'reject') === (reason !== null);
const REASON_ISSUE = { path: ['reason'], error: 'belongs to a rule that rejects, and such a rule has one' };

const version = z.number().int().positive().meta({ description: 'As it was read' });

export const newRuleSchema = z
  .strictObject(words)
  .refine(hasReason, REASON_ISSUE)
  .meta({ id: 'NewReviewRule' });
export const ruleChangeSchema = z
  .strictObject({ ...words, version })
  .refine(hasReason, REASON_ISSUE)
  .meta({ id: 'ReviewRuleChange' });
export const ruleSwitchSchema = z
  .strictObject({
    is_automatic: z.boolean(),
    hourly_cap: z.number().int().min(1).max(MAX_PER_HOUR).default(50).meta({
      description: 'Most decisions within an hour; further submissions are left to operators',
    }),
    version,
  })
  .meta({ id: 'ReviewRuleSwitch' });

const count = z.number().int().min(0);
const recordFields = {
  decisions: count.meta({
    description: `Newest decisions of operators that were looked at, at most ${JUDGED_DECISIONS}`,
  }),
  right: count.meta({ description: 'Matching submissions that were decided as it suggests' }),
  wrong: count.meta({ description: 'Decided otherwise, or approved with other values' }),
  undecided: count.meta({
    description: 'Approved after decisions that only an operator can make: the rule would have left them',
  }),
  at: z.iso.datetime(),
};
const ruleRecordSchema = z.object(recordFields);
export const judgedRuleSchema = z
  .object({
    ...recordFields,
    examples: z
      .array(
        z.object({
          id: z.uuid(),
          name: z.string().nullable(),
          status: z.enum(['approved', 'rejected']),
          reviewed_at: z.iso.datetime(),
        }),
      )
      .max(MAX_EXAMPLES)
      .meta({ description: 'The newest that it would have suggested wrongly' }),
  })
  .meta({ id: 'JudgedReviewRule' });

/** A rule's suggestion for a submission. */
export const ruleSuggestionSchema = z
  .object({
    rule_id: z.uuid(),
    name: z.string(),
    suggestion,
    reason: z.string().nullable().meta({ description: 'The reason for a rejection' }),
    right: count.nullable().meta({ description: 'As in the record of the rule; null: not computed yet' }),
    judged: count.nullable().meta({ description: '`right` and `wrong` together' }),
  })
  .meta({ id: 'RuleSuggestion' });

export const ruleSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    conditions: ruleConditionsSchema,
    has_unknown_condition: z.boolean().meta({
      description:
        'A later release saved a condition that this one does not know: until the rule is changed or deleted, no rule suggests or decides',
    }),
    account_email: z.string().nullable().meta({ description: 'Of `conditions.account_id`' }),
    suggestion,
    reason: z.string().nullable(),
    is_automatic: z
      .boolean()
      .meta({ description: 'It decides what comes in, for the admin who switched it on' }),
    switched_on_by: z.string().nullable().meta({ description: 'E-mail of the admin' }),
    hourly_cap: z.number().int(),
    decided_last_hour: count.meta({ description: 'Its automatic decisions in the last hour' }),
    record: ruleRecordSchema.nullable().meta({ description: 'Null: it is being computed' }),
    made_by: z.string().nullable(),
    version: z.number().int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'ReviewRule' });
export const ruleListSchema = z.object({ items: z.array(ruleSchema) }).meta({ id: 'ReviewRuleList' });
export const ruleParamsSchema = z.object({
  id: pathId('Id of the rule', '0199f2a0-0000-7000-8000-0000000000a1'),
});

export type RuleConditions = z.output<typeof ruleConditionsSchema>;
export type DraftRule = z.output<typeof draftRuleSchema>;
export type NewRule = z.output<typeof newRuleSchema>;
export type RuleChange = z.output<typeof ruleChangeSchema>;
export type RuleSwitch = z.output<typeof ruleSwitchSchema>;
export type RuleRecord = z.output<typeof ruleRecordSchema>;
export type JudgedRule = z.output<typeof judgedRuleSchema>;
export type RuleSuggestion = z.output<typeof ruleSuggestionSchema>;
export type ReviewRule = z.output<typeof ruleSchema>;
