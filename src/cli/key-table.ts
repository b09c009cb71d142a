import type { ListedKey } from '../access/accounts/keys/key-store.ts';
import { formatTable, formatTime } from './format-table.ts';

/** Formats keys as lines of aligned columns, for a terminal. */
export function formatKeys(keys: ListedKey[]): string {
  if (keys.length === 0) return 'No keys.';
  const rows = keys.map((key) => [
    key.id,
    `${key.prefix}…`,
    key.revokedAt ? 'revoked' : 'active',
    key.tier,
    formatTime(key.createdAt),
    key.lastUsedAt ? formatTime(key.lastUsedAt) : 'never',
    key.isBlocked ? `${key.email} (blocked)` : key.email,
  ]);
  return formatTable([['ID', 'KEY', 'STATUS', 'TIER', 'CREATED', 'LAST USED', 'ACCOUNT'], ...rows]);
}

/** Returns a key for programs, with the names of the API. */
export function showKey(key: ListedKey): object {
  return {
    id: key.id,
    prefix: key.prefix,
    status: key.revokedAt ? 'revoked' : 'active',
    tier: key.tier,
    email: key.email,
    is_blocked: key.isBlocked,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  };
}
