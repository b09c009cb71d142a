import { z } from 'zod';
import { MAX_TYPED_CHARACTERS } from '../access/accounts/email-address.ts';
import { plainText } from '../platform/text/text-contract.ts';

const reason = plainText(500).meta({
  description: 'Kept in the audit log: name the request, not the person',
  example: 'Request of 2026-11-20',
});

export const erasureSchema = z.strictObject({ reason }).meta({ id: 'Erasure' });

export const contactErasureSchema = z
  .strictObject({
    contact_email: plainText(MAX_TYPED_CHARACTERS).meta({ example: 'contributor@example.org' }),
    reason,
  })
  .meta({ id: 'ContactErasure' });

export const erasedProductSchema = z
  .object({
    id: z.uuid(),
    contributions: z.number().int().meta({ description: 'Deleted submissions that were about it' }),
    audit_rows: z.number().int().meta({ description: 'Rows of the audit log whose values were erased' }),
  })
  .meta({ id: 'ErasedProduct' });

export const erasedContactSchema = z
  .object({
    contributions: z.number().int().meta({ description: 'Submissions that named the address' }),
  })
  .meta({ id: 'ErasedContact' });

export const erasedAccountSchema = z
  .object({
    id: z.uuid(),
    contributions: z.number().int().meta({ description: 'Submissions that stay, without a sender' }),
  })
  .meta({ id: 'ErasedAccount' });

export type ErasedProduct = z.output<typeof erasedProductSchema>;
export type ErasedContact = z.output<typeof erasedContactSchema>;
export type ErasedAccount = z.output<typeof erasedAccountSchema>;
