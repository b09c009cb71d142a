import { Button, Code, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { z } from 'zod';
import type {
  AdminAccountDetail,
  handedOverSchema,
} from '../../src/review/account-administration/admin-account-contract.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';

type HandedOver = z.output<typeof handedOverSchema>;

/** Revokes the account's access, and shows once the code with which its owner sets a password. */
export function HandOver({ account }: { account: AdminAccountDetail }) {
  const handOver = useAskedWrite({
    ask: () => ({
      title: `Hand ${account.email} over?`,
      consequences: [
        'Its key and its password are of no use any more.',
        'You get a code, shown once, for the owner of the e-mail to set a new password with. That gives a new key.',
      ],
      action: 'Hand over',
      isDangerous: true,
    }),
    write: (api) => api.post('/accounts/{id}/hand-over', { path: { id: account.id } }),
    done: () => `The key and the password of ${account.email} no longer work`,
    refresh: [['accounts']],
    failed: 'The account is as before',
    onDone: (result) => showCode(account.email, result),
  });
  return (
    <Button variant="default" onClick={() => handOver.mutate()} loading={handOver.isPending}>
      Hand over…
    </Button>
  );
}

function showCode(email: string, { code, expires_at: expiresAt }: HandedOver): void {
  modals.open({
    title: `Code for ${email}`,
    closeOnClickOutside: false,
    children: (
      <Stack gap="xs">
        <Text size="sm">
          Give it to the owner only. POST /api/v1/account/password with it and a new password works once,
          until {expiresAt}. It is not shown again.
        </Text>
        <Code block>{code}</Code>
      </Stack>
    ),
  });
}
