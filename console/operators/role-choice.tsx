import { Radio, Stack } from '@mantine/core';
import { ROLES, type Role } from '../../src/platform/http/callers/operator.ts';

const MEANINGS: Record<Role, string> = {
  reviewer: 'Decides about submissions',
  editor: 'Also changes products, brands and categories, and runs bulk changes',
  admin: 'Also operators, keys, tiers, sources and templates',
};

export function RoleChoice({ value, onChange }: { value?: Role; onChange?: (role: Role) => void }) {
  return (
    <Radio.Group label="Role" size="xs" value={value ?? null} onChange={(role) => onChange?.(role)}>
      <Stack gap={6} mt={4}>
        {ROLES.map((role) => (
          <Radio key={role} value={role} label={role} description={MEANINGS[role]} size="xs" />
        ))}
      </Stack>
    </Radio.Group>
  );
}
