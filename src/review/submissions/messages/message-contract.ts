import { z } from 'zod';
import { plainText } from '../../../platform/text/text-contract.ts';

/** Days that a submission waits for an answer before it is shown again. A later answer is still accepted. */
export const ANSWER_DAYS = 14;

export const messageSchema = z
  .object({
    id: z.uuid(),
    kind: z.enum(['note', 'question', 'answer']).meta({ description: '`note`: operators alone read it' }),
    text: z.string(),
    operator_email: z
      .string()
      .nullable()
      .meta({ description: 'Null: the contributor, or an operator who is gone' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'SubmissionMessage' });

export const newMessageSchema = z.strictObject({ text: plainText(1_000) });

export const answerSchema = z
  .strictObject({
    token: z.string().min(1).max(100).meta({ description: '`answer_token` of the submission' }),
    text: plainText(2_000),
  })
  .meta({ id: 'Answer' });

export type Message = z.output<typeof messageSchema>;
export type Answer = z.output<typeof answerSchema>;
