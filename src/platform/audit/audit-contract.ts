import { z } from 'zod';
import { freeFormOrNull } from '../http/free-form.ts';
import { pageOf } from '../http/paging.ts';
import { textWithoutNul } from '../text/text-contract.ts';

export const auditEntrySchema = z
  .object({
    seq: z.number().int().meta({ description: 'Without gaps, from 1' }),
    at: z.iso.datetime(),
    actor: z.string().meta({
      description:
        '`operator:<id>`, `account:<id>`, `rule:<id>`, `cli`, `anonymous` or the name of a program',
      example: 'operator:0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38',
    }),
    actor_email: z.string().nullable().meta({ description: 'Of an operator' }),
    action: z.string().meta({ example: 'product.updated' }),
    entity: z.string().meta({ example: 'product' }),
    entity_id: z.string().nullable(),
    subject: z
      .object({
        name: z.string().meta({ example: 'Hazelnut spread' }),
        owner: z
          .string()
          .nullable()
          .meta({ description: 'Of a key or of back-flow: the e-mail of its account' }),
      })
      .nullable()
      .meta({
        description: 'The entity by its name: of a product, brand, …; the e-mail of an account or operator',
      }),
    before: freeFormOrNull.meta({ description: 'The changed values before' }),
    after: freeFormOrNull.meta({ description: 'The changed values after' }),
    request_id: z.string().nullable(),
    erased: z.boolean().meta({ description: 'The changed values were erased at a person’s request' }),
  })
  .meta({ id: 'AuditEntry' });

export const auditPageSchema = pageOf(auditEntrySchema).meta({ id: 'AuditPage' });

const text = textWithoutNul(254).optional();
/** Postgres has no year 0, and a time with an offset may exceed the year 9999. */
const EARLIEST = new Date('1970-01-01T00:00:00Z');
const LATEST = new Date('9999-12-31T00:00:00Z');
const moment = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-01-31T09:15:00Z' })
  .transform((value) => new Date(value))
  .refine((time) => time >= EARLIEST && time < LATEST, 'must be from 1970 to 9999')
  .optional();

/** Filters of the audit log. */
export const auditFilters = {
  actor: text.meta({
    description: 'As in the entries, or the e-mail of an operator or account, also a part of it',
  }),
  action: text.meta({ description: 'Or words of it, as `approved`', example: 'submission.approved' }),
  entity: text.meta({ description: 'Or a part of it', example: 'submission' }),
  entity_id: text,
  from: moment.meta({ type: 'string', format: 'date-time', description: 'At this time or later' }),
  to: moment.meta({ type: 'string', format: 'date-time', description: 'Before this time' }),
};

export const auditChoicesSchema = z
  .object({
    operators: z.array(z.object({ actor: z.string(), email: z.string() })).meta({
      description: 'The first 200 by e-mail',
    }),
    actions: z.array(z.string()).meta({ description: 'That the log holds', example: ['product.updated'] }),
    entities: z.array(z.string()).meta({ description: 'That the log holds', example: ['product'] }),
  })
  .meta({ id: 'AuditChoices' });

export const auditCheckSchema = z
  .object({
    checked: z.number().int().meta({ description: 'Rows that were looked at' }),
    erased: z
      .number()
      .int()
      .meta({ description: 'Of these, rows whose content was erased, as a later row says' }),
    problems: z
      .array(
        z.object({
          kind: z.enum(['changed', 'missing', 'unlinked']),
          seq: z
            .number()
            .int()
            .meta({ description: 'The row that was changed, is missing, or does not follow' }),
          message: z.string(),
        }),
      )
      .meta({ description: 'The first 20; empty: these rows are unchanged' }),
    head: z
      .object({ seq: z.number().int(), hash: z.string() })
      .nullable()
      .meta({ description: 'The last checked row. Keep it elsewhere: it shows if later rows are cut off' }),
    next_after: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Ask again with `after` set to this; null: that was the end' }),
  })
  .meta({ id: 'AuditCheck' });

export type AuditListEntry = z.output<typeof auditEntrySchema>;
export type AuditChoices = z.output<typeof auditChoicesSchema>;
export type AuditCheck = z.output<typeof auditCheckSchema>;
