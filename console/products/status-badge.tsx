import { Badge } from '@mantine/core';

const COLORS = { active: 'teal', draft: 'yellow', archived: 'gray' };

export function StatusBadge({
  status,
  isMerged = false,
}: {
  status: 'active' | 'draft' | 'archived';
  isMerged?: boolean;
}) {
  return <Badge color={COLORS[status]}>{isMerged ? 'merged' : status}</Badge>;
}
