import { Button } from '@mantine/core';
import { useWrite } from '../api/use-write.ts';
import { confirmChange } from '../parts/confirm-dialog.tsx';

export function RevokeKey({ apiKey, email }: { apiKey: { id: string; prefix: string }; email: string }) {
  const revoke = useWrite({
    write: (api) => api.delete('/keys/{id}', { path: { id: apiKey.id } }),
    done: () => `The key ${apiKey.prefix}… is revoked`,
    refresh: [['accounts']],
    failed: 'The key is still good',
  });
  const ask = async () => {
    const isWanted = await confirmChange({
      title: `Revoke ${apiKey.prefix}…?`,
      consequences: [
        'Calls with this key are refused at once. This cannot be taken back.',
        `${email} may make a new key; to prevent that, block the account.`,
      ],
      action: 'Revoke key',
      isDangerous: true,
    });
    if (isWanted) revoke.mutate();
  };
  return (
    <Button variant="default" onClick={() => void ask()} loading={revoke.isPending}>
      Revoke…
    </Button>
  );
}
