import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Me } from '../../src/access/operators/operator-contract.ts';
import { useApi } from '../api/api-context.ts';
import { useWrite } from '../api/use-write.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

export function OwnPassword() {
  const api = useApi();
  const form = useForm({
    initialValues: { current_password: '', new_password: '', again: '' },
    validate: { again: (value, all) => (value === all.new_password ? null : 'This is not the same') },
  });
  const change = useWrite<typeof form.values, Me>({
    write: (client, { current_password, new_password }) =>
      client.post('/me/password', { body: { current_password, new_password } }),
    done: () => 'Your password is changed, and you are signed out everywhere else',
    refresh: [['own-sessions']],
    onDone: (session) => {
      api.session.begin(session);
      form.reset();
    },
  });
  return (
    <Panel title="Password">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack gap="sm">
          <PasswordInput
            label="Password now"
            required
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label="New password"
            description="8 to 128 characters; it ends your other sessions"
            required
            autoComplete="new-password"
            {...form.getInputProps('new_password')}
          />
          <PasswordInput
            label="New password again"
            required
            autoComplete="new-password"
            {...form.getInputProps('again')}
          />
          {change.isError && <ProblemNotice problem={change.error} />}
          <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            Change password
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
