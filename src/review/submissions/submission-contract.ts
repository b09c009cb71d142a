import { z } from 'zod';
import { GTIN_PATTERN } from '../../facts/values/gtin.ts';
import { PICTURE_ROLES } from '../../facts/registry/fact-codes.ts';
import { newMsrpSchema } from '../../facts/values/msrp-contract.ts';
import { submittedFactsShape } from '../../facts/registry/fact-shapes-contract.ts';
import { pageOf, pagingQuery } from '../../platform/http/paging.ts';
import { plainText, webAddress } from '../../platform/text/text-contract.ts';

export const newSubmissionSchema = z
  .strictObject({
    gtin: z.string().optional().meta({
      pattern: GTIN_PATTERN,
      description: 'GTIN-8, -12, -13 or -14, in any padding',
      example: '9529999000019',
    }),
    product_id: z
      .uuid()
      .transform((id) => id.toLowerCase())
      .optional()
      .meta({ description: 'The product to complete; needed only where no barcode names it' }),
    ...submittedFactsShape,
    msrp: newMsrpSchema
      .optional()
      .meta({ description: 'A price the manufacturer suggests: for reference only' }),
    source_url: webAddress()
      .optional()
      .meta({ description: 'Where the facts can be checked; never fetched' }),
    note: plainText(1_000).optional().meta({ description: 'For the operator who reviews it' }),
    contact_email: z.string().max(320).optional().meta({
      description:
        'For questions. Never public. Erased 90 days after the review, or a year after it came in if it was not reviewed',
    }),
    website: z.string().optional().meta({ description: 'Leave it out: no person sees this field' }),
  })
  .meta({ id: 'NewSubmission' });

export const takenSubmissionSchema = z
  .object({
    id: z.uuid(),
    status: z.enum(['pending']),
    source: z.enum(['public']),
    gtin: z.string().nullable().meta({ example: '9529999000019' }),
    answer_token: z.string().meta({
      description:
        'Keep it to add and withdraw pictures, to answer a question of an operator, and to see what was sent. It is shown only once',
    }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'TakenSubmission' });

const statusField = z.enum(['pending', 'approved', 'rejected']);
const outcomeShape = {
  id: z.uuid(),
  status: statusField,
  reason: z.string().nullable().meta({ description: 'Why it was rejected' }),
  product_id: z.uuid().nullable().meta({ description: 'The product that was created or completed from it' }),
  created_at: z.iso.datetime(),
  reviewed_at: z.iso.datetime().nullable(),
};

export const ownSubmissionsQuery = z.object({
  mine: z
    .enum(['', 'true'], { error: 'is required: only the submissions of the key’s account can be listed' })
    .meta({ description: 'The submissions of the key’s account; no others can be listed' }),
  status: statusField.optional(),
  ...pagingQuery,
});

export const ownSubmissionsSchema = pageOf(
  z
    .object({
      ...outcomeShape,
      gtin: z.string().nullable().meta({ description: 'Without padding', example: '9529999000019' }),
    })
    .meta({ id: 'OwnSubmission' }),
).meta({ id: 'OwnSubmissionPage' });

const sentSchema = z
  .object({
    gtin: z.string().nullable().meta({ description: 'Without padding', example: '9529999000019' }),
    product_id: z.uuid().nullable().meta({ description: 'The product that was named' }),
    content: z
      .record(z.string(), z.unknown())
      .meta({ type: 'object', description: 'Facts and note, as they were sent' }),
    pictures: z.array(
      z.object({
        id: z.uuid(),
        role: z.enum(PICTURE_ROLES),
        thumbnail: z.string().nullable().meta({
          description: 'A WebP of at most 200 pixels as a `data:` address; null when it cannot be read',
        }),
      }),
    ),
  })
  .meta({ id: 'SentSubmission' });

export const submissionStatusSchema = z
  .object({
    ...outcomeShape,
    question: z
      .object({ text: z.string(), asked_at: z.iso.datetime() })
      .optional()
      .meta({ description: 'The open question of an operator; left out if there is none' }),
    sent: sentSchema
      .optional()
      .meta({ description: 'What was sent, for its sender: left out without the `answer_token`' }),
  })
  .meta({ id: 'SubmissionStatus' });

export type NewSubmission = z.output<typeof newSubmissionSchema>;
export type TakenSubmission = z.output<typeof takenSubmissionSchema>;
export type OwnSubmissionPage = z.output<typeof ownSubmissionsSchema>;
export type SentSubmission = z.output<typeof sentSchema>;
export type SubmissionStatus = z.output<typeof submissionStatusSchema>;
