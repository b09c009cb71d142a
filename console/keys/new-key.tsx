import { Button, Code, CopyButton, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { Answer } from '../api/api-calls.ts';
import { useRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';

type Issued = Answer<'post', '/keys'>;

/** Creates a key for an e-mail, like `npm run key`; it is shown once. */
export function NewKey() {
  const tiers = useRead('/tiers');
  const form = useForm({ initialValues: { email: '', tier: 'registered', replace: false } });
  const issue = useWrite({
    write: (api, body: typeof form.values) => api.post('/keys', { body }),
    done: ({ email }) => `${email} has a new key`,
    refresh: [['accounts']],
    onDone: (issued) => {
      modals.closeAll();
      showKey(issued);
    },
  });
  return (
    <WriteForm form={form} write={issue} action="Make key">
      <Text size="sm">
        An account is made unless this e-mail has one. Anybody may have registered it: a password that it had
        is of no use any more.
      </Text>
      <TextInput
        label="E-mail"
        type="email"
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Select
        label="Tier"
        allowDeselect={false}
        data={(tiers.data?.items ?? []).map(({ code }) => code)}
        {...form.getInputProps('tier')}
      />
      <Switch
        label="Revoke the active key of the account"
        {...form.getInputProps('replace', { type: 'checkbox' })}
      />
    </WriteForm>
  );
}

function showKey({ email, api_key: apiKey, password, revoked_prefix: revoked }: Issued): void {
  modals.open({
    title: `Key for ${email}`,
    closeOnClickOutside: false,
    closeOnEscape: false,
    size: 'lg',
    children: (
      <Stack gap="xs">
        <Text size="sm">
          It works at once, and is not shown again.
          {revoked && ` The key ${revoked}… is refused from now on.`}
        </Text>
        <Shown label="Key" value={apiKey} />
        <Text size="sm">
          For its owner: POST /api/v1/account/password with this code and a new password works once, until{' '}
          {password.expires_at}.
        </Text>
        <Shown label="Code" value={password.code} />
      </Stack>
    ),
  });
}

function Shown({ label, value }: { label: string; value: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block flex={1} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} aria-label={label}>
        {value}
      </Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? `${label} copied` : `Copy ${label.toLowerCase()}`}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
