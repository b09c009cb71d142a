import type { ListedKey } from '../accounts/key-store.ts';

/** Keys as lines of aligned columns, for a terminal. */
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
  const table = [['ID', 'KEY', 'STATUS', 'TIER', 'CREATED', 'LAST USED', 'ACCOUNT'], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
