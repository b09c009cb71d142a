import { z } from 'zod';
import type { StoredKey } from './key-store.ts';

/** Fields of a key in answers. */
export const keyFields = {
  id: z.uuid(),
  prefix: z.string().meta({ description: 'The first 8 characters of the key', example: 'pfk_3vQx' }),
  status: z.enum(['active', 'revoked']),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().meta({ description: 'Known to the minute' }),
  revoked_at: z.iso.datetime().nullable(),
};

type DescribedKey = { [Name in keyof typeof keyFields]: z.output<(typeof keyFields)[Name]> };

/** Returns a key as answers show it. */
export function describeKey(key: StoredKey): DescribedKey {
  return {
    id: key.id,
    prefix: key.prefix,
    status: key.revokedAt ? 'revoked' : 'active',
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
