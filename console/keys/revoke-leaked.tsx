import { Button, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useWrite } from '../api/use-write.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** For a key seen in a public place: its own text is proof enough. */
export function RevokeLeaked() {
  const [key, setKey] = useState('');
  const revoke = useWrite<void, { prefix: string }>({
    write: (api) => api.post('/keys/revoke-leaked', { body: { key: key.trim() } }),
    done: ({ prefix }) => `The key ${prefix}… is refused from now on`,
    refresh: [['accounts']],
    onDone: () => modals.closeAll(),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        revoke.mutate();
      }}
    >
      <Stack>
        <Text size="sm">
          Calls with this key are refused at once. Its account stays, and may make a new key. This cannot be
          taken back.
        </Text>
        <TextInput
          label="The whole key"
          placeholder="pfk_…"
          required
          autoComplete="off"
          data-autofocus
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        {revoke.isError && <ProblemNotice problem={revoke.error} />}
        <Button type="submit" color="red.9" loading={revoke.isPending}>
          Revoke key
        </Button>
      </Stack>
    </form>
  );
}
