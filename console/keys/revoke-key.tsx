import { Button } from '@mantine/core';
import { useAskedWrite } from '../api/use-asked-write.ts';

export function RevokeKey({ apiKey, email }: { apiKey: { id: string; prefix: string }; email: string }) {
  const revoke = useAskedWrite({
    ask: () => ({
      title: `Revoke ${apiKey.prefix}…?`,
      consequences: [
        'Calls with this key are refused at once. This cannot be taken back.',
        `${email} may make a new key; to prevent that, block the account.`,
      ],
      action: 'Revoke key',
      isDangerous: true,
    }),
    write: (api) => api.delete('/keys/{id}', { path: { id: apiKey.id } }),
    done: () => `The key ${apiKey.prefix}… is revoked`,
    refresh: [['accounts']],
    failed: 'The key is still good',
  });
  return (
    <Button variant="default" onClick={() => revoke.mutate()} loading={revoke.isPending}>
      Revoke…
    </Button>
  );
}
