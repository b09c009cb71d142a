import { z } from 'zod';
import { pageOf, pagingQuery } from '../../platform/http/paging.ts';
import { plainText } from '../../platform/text/text-contract.ts';
import { ANSWER_DAYS } from '../submissions/messages/message-contract.ts';
import { GOOD_APPROVAL_RATE, MIN_DECIDED, POOR_APPROVAL_RATE, RECORDS } from '../senders/sender-contract.ts';
import { ruleSuggestionSchema } from '../rules/rule-contract.ts';
import { RISKS } from './risk-contract.ts';

export const CLAIM_MINUTES = 15;
/** How many submissions `takeNext` may exclude. */
const MAX_EXCEPTED = 100;

export const sourceName = z.enum(['public', 'backflow']);
const stateName = z.enum(['pending', 'approved', 'rejected']);
const yesOrNo = z.enum(['true', 'false']).transform((value) => value === 'true');
const submissionAge = z
  .string()
  .regex(/^[1-9]\d{0,3}[hd]$/, 'must be hours or days, such as 12h or 7d')
  .optional();

export const queueFilters = {
  state: z.enum(['pending', 'approved', 'rejected', 'all']).default('pending'),
  source: sourceName.optional(),
  account_id: z.uuid().optional().meta({ description: 'Sent with a key of this account' }),
  contact_of: z.uuid().optional().meta({ description: 'Names the same contact address as this submission' }),
  kind: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be the code of a kind, or none')
    .optional()
    .meta({ description: 'Archive kind, or `none` where it is not known', example: 'food' }),
  older_than: submissionAge.meta({ description: 'Came in longer ago than this', example: '7d' }),
  newer_than: submissionAge.meta({ description: 'Came in within this time', example: '12h' }),
  has_gtin: yesOrNo.optional().meta({ type: 'string', enum: ['true', 'false'] }),
  claimed_by: z
    .union([z.enum(['me', 'nobody', 'others']), z.uuid()])
    .optional()
    .meta({ description: '`me`, `nobody`, `others` or the id of an operator', example: 'nobody' }),
  assigned_to: z
    .union([z.enum(['me', 'nobody', 'others']), z.uuid()])
    .optional()
    .meta({ description: '`me`, `nobody`, `others` or the id of an operator', example: 'me' }),
  waiting: yesOrNo.optional().meta({
    type: 'string',
    enum: ['true', 'false'],
    description: 'Whether it waits for an answer of its contributor',
  }),
  answered: yesOrNo.optional().meta({
    type: 'string',
    enum: ['true', 'false'],
    description: 'Whether the last question to the contributor is answered',
  }),
  has_pictures: yesOrNo
    .optional()
    .meta({ type: 'string', enum: ['true', 'false'], description: 'Whether pictures were sent with it' }),
  q: plainText(200).optional().meta({ description: 'Part of the name or brand, or of the barcode' }),
  risk: z.enum(['high', 'some', 'none']).optional(),
  record: z
    .enum(RECORDS)
    .optional()
    .meta({
      description:
        `By the outcome of its account’s other back-flow: \`good\` from ${GOOD_APPROVAL_RATE * 100} % approved, \`poor\` ` +
        `below ${POOR_APPROVAL_RATE * 100} %, \`unproven\` with fewer than ${MIN_DECIDED} decided, and of strangers`,
    }),
  sort: z.enum(['oldest', 'newest', 'riskiest']).default('oldest'),
};

export const queueQuerySchema = z.object({ ...queueFilters, ...pagingQuery });
export const nextQuerySchema = z.object({
  ...queueFilters,
  after: z.uuid().optional().meta({ description: 'The submission that is being worked on' }),
});

const claimSchema = z
  .object({
    operator_id: z.uuid(),
    email: z.string(),
    claimed_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Claim' });

const assigneeSchema = z.object({ operator_id: z.uuid(), email: z.string() }).meta({ id: 'Assignee' });

export const submissionFields = {
  id: z.uuid(),
  source: sourceName,
  status: stateName,
  kind: z.string().nullable().meta({ description: 'Archive kind of the category or product, if known' }),
  gtin: z.string().nullable(),
  product_id: z.uuid().nullable().meta({ description: 'The product the contributor named by id' }),
  product_name: z.string().nullable().meta({ description: 'Of the product it is about, if there is one' }),
  name: z.string().nullable(),
  brand: z.string().nullable(),
  category: z.string().nullable(),
  fields: z.array(z.string()).meta({ description: 'The submitted fields, by wire names' }),
  claim: claimSchema.nullable().meta({ description: 'The operator who works on it' }),
  assigned_to: assigneeSchema.nullable().meta({ description: 'The operator who is to decide it' }),
  risks: z
    .array(z.enum(RISKS.map(({ code }) => code)))
    .meta({ description: 'Its risks when it came in, the gravest first' }),
  asked_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Since when a question to the contributor is open' }),
  waits_until: z.iso
    .datetime()
    .nullable()
    .meta({
      description: `It waits until then, ${ANSWER_DAYS} days from the question, or until the answer`,
    }),
  answered_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the last question to the contributor was answered' }),
  created_at: z.iso.datetime(),
  reviewed_at: z.iso.datetime().nullable(),
  reviewed_by: z.string().nullable().meta({ description: 'E-mail of the operator' }),
  decided_by_rule: z
    .string()
    .nullable()
    .meta({ description: 'Name of the rule that decided it, for `reviewed_by`' }),
  reason: z.string().nullable().meta({ description: 'Why it was rejected' }),
  result_product_id: z.uuid().nullable().meta({ description: 'The product created or completed' }),
};

const submissionSummarySchema = z.object(submissionFields);
/** Further fields of a row in the queue. */
const rowSchema = z.object({
  standing: z.enum(['new', 'correction', 'conflict', 'duplicate']).meta({
    description:
      '`conflict`: its product has another value; `duplicate`: a new product, and one with the same name was pending',
  }),
  changes: z
    .array(z.string())
    .meta({ description: 'Submitted facts that its product lacks or has with another value' }),
  conflicts: z
    .array(z.string())
    .meta({ description: 'Those of `changes` that its product has with another value' }),
  picture: z
    .string()
    .nullable()
    .meta({ description: 'Address of a small picture, submitted or of its product' }),
  sender_record: z.enum(RECORDS),
});
/** The suggestion of a rule for a pending submission. */
export const suggestedField = ruleSuggestionSchema
  .nullable()
  .meta({ description: 'Null: no rule fits, or it is decided' });
export const queuedSubmissionSchema = submissionSummarySchema
  .extend({ ...rowSchema.shape, suggested: suggestedField })
  .meta({ id: 'QueuedSubmission' });
export const queuePageSchema = pageOf(queuedSubmissionSchema)
  .extend({
    total_at_least: z.boolean().meta({ description: 'Counting stopped: there may be more than `total`' }),
  })
  .meta({ id: 'QueuePage' });

export const queueCountsSchema = z
  .object({
    state: z.record(z.string(), z.number()).meta({ example: { pending: 12, approved: 340, rejected: 8 } }),
    source: z.record(z.string(), z.number()),
    kind: z.record(z.string(), z.number()).meta({ description: '`none`: not known' }),
    gtin: z.object({ with: z.number(), without: z.number() }),
    claim: z.object({ me: z.number(), others: z.number(), nobody: z.number() }),
    question: z.object({ waiting: z.number(), answered: z.number() }).meta({
      description: 'Pending ones that wait for an answer of their contributor, or have got it',
    }),
    assigned: z.array(z.object({ operator_id: z.uuid(), email: z.string(), pending: z.number() })).meta({
      description:
        'Every operator who is not disabled, with the number of pending submissions assigned: counted up to 5,000',
    }),
    age: z.object({ under_1d: z.number(), under_7d: z.number(), over_7d: z.number() }),
    sender: z
      .array(z.object({ account_id: z.uuid(), email: z.string(), pending: z.number() }))
      .meta({ description: 'The hundred accounts with most pending back-flow' }),
    at_least: z.array(z.enum(['kind', 'age'])).meta({
      description: 'Counting of these stopped, as there are too many submissions: each may have more',
    }),
  })
  .meta({ id: 'QueueCounts' });

export const claimBodySchema = z.strictObject({
  force: z.boolean().default(false).meta({ description: 'Take it from the operator who has it' }),
});
export const takeNextBodySchema = z.strictObject({
  after: z
    .uuid()
    .optional()
    .meta({ description: 'The submission that the operator leaves: the search continues after it' }),
  except: z.array(z.uuid()).max(MAX_EXCEPTED).default([]).meta({ description: 'Submissions to skip' }),
});
export const claimedSubmissionSchema = z
  .object({
    id: z.uuid().nullable().meta({ description: 'Null: no submission is left' }),
    claim: claimSchema.nullable(),
  })
  .meta({ id: 'ClaimedSubmission' });
export const releaseBodySchema = z.strictObject({});
export const claimAnswerSchema = z.object({
  id: z.uuid(),
  claim: claimSchema.nullable().meta({ description: 'Null: no operator has claimed it' }),
});

export type QueueQuery = z.output<typeof queueQuerySchema>;
export type QueueFilters = Omit<QueueQuery, 'page' | 'size'>;
export type SubmissionSummary = z.output<typeof submissionSummarySchema>;
export type QueueRow = z.output<typeof rowSchema>;
export type QueuedSubmission = z.output<typeof queuedSubmissionSchema>;
export type QueueCounts = z.output<typeof queueCountsSchema>;
export type Claim = z.output<typeof claimSchema>;
export type TakeNextBody = z.output<typeof takeNextBodySchema>;
export type ClaimedSubmission = z.output<typeof claimedSubmissionSchema>;
