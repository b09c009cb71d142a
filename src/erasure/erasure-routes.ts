import { z } from 'zod';
import type { KeyCheck } from '../access/accounts/keys/key-check.ts';
import type { Db } from '../platform/db/client.ts';
import { pathId } from '../platform/http/path-id.ts';
import { adminRoutesOf } from '../platform/http/callers/admin-route.ts';
import { eraseAccount } from './erase-account.ts';
import { eraseContact } from './erase-contact.ts';
import { eraseProduct } from './erase-product.ts';
import {
  contactErasureSchema,
  erasedAccountSchema,
  erasedContactSchema,
  erasedProductSchema,
  erasureSchema,
} from './erasure-contract.ts';

const adminRoute = adminRoutesOf({ role: 'admin' });

const ID = '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38';

/** Permanent erasure on a person's request, by admins. docs/privacy.md says what is erased. */
export function erasureRoutes({ db, keyCheck }: { db: Db; keyCheck: KeyCheck }) {
  return [
    adminRoute('post', '/products/{id}/erase', 'eraseProduct', {
      tag: 'Products',
      summary: 'Erases an archived product, the submissions about it, and what the audit log tells of it',
      description: 'Imports pass over its barcodes and records from now on. This cannot be taken back.',
      params: z.object({ id: pathId('Id of the product', ID) }),
      body: erasureSchema,
      response: erasedProductSchema,
      errors: ['not_found', 'validation_failed', 'invalid_state'],
      handler: async ({ params: { id }, body, author }) => await eraseProduct(db, id, body.reason, author),
    }),
    adminRoute('post', '/accounts/{id}/erase', 'eraseAccount', {
      tag: 'Accounts',
      summary: 'Erases an account with its keys, its usage, and what of it waits for a review',
      description: 'Its approved submissions stay in the catalogue, without a name. This cannot be undone.',
      params: z.object({ id: pathId('Id of the account', ID) }),
      body: erasureSchema,
      response: erasedAccountSchema,
      errors: ['not_found', 'validation_failed'],
      handler: async ({ params: { id }, body, author }) => {
        const erased = await eraseAccount(db, id, body.reason, author);
        // The database notifies other processes; this one need not wait for that.
        keyCheck.forget();
        return erased;
      },
    }),
    adminRoute('post', '/contacts/erase', 'eraseContact', {
      tag: 'Review',
      summary: 'Erases a contact address, and what its holder answered to questions, from every submission',
      body: contactErasureSchema,
      response: erasedContactSchema,
      errors: ['validation_failed'],
      handler: async ({ body, author }) => await eraseContact(db, body.contact_email, body.reason, author),
    }),
  ];
}
