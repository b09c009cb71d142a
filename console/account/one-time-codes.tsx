import { Anchor, Badge, Button, Code, Group, PasswordInput, PinInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useApi, useOperator } from '../api/api-context.ts';
import { useWrite } from '../api/use-write.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useQuery } from '@tanstack/react-query';

interface TotpSetUp {
  secret: string;
  otpauth_uri: string;
}

/** One-time codes from an authenticator app: enabled with a first code, disabled with the password. */
export function OneTimeCodes() {
  const { totp_enabled: isOn } = useOperator();
  return (
    <Panel
      title="One-time codes"
      actions={<Badge color={isOn ? 'teal' : 'gray'}>{isOn ? 'on' : 'off'}</Badge>}
    >
      {isOn ? <TurnOff /> : <TurnOn />}
    </Panel>
  );
}

function useTakeOver() {
  const { session } = useApi();
  return (isOn: boolean) => {
    const { session: current } = session.read();
    if (current) session.begin({ ...current, totp_enabled: isOn });
  };
}

function TurnOn() {
  const takeOver = useTakeOver();
  const [code, setCode] = useState('');
  const begin = useWrite<void, TotpSetUp>({
    write: (api) => api.post('/me/totp'),
    done: () => 'Put the secret into your authenticator',
    refresh: [],
    failed: 'There is no secret',
  });
  const confirm = useWrite<string>({
    write: (api, value) => api.post('/me/totp/confirm', { body: { code: value } }),
    done: () => 'One-time codes are on: the next sign-in asks for one',
    refresh: [],
    onDone: () => takeOver(true),
  });
  if (!begin.data) {
    return (
      <Stack gap="sm" align="flex-start">
        <Text size="sm">An authenticator on your phone shows six digits that sign-in asks for as well.</Text>
        <Button variant="default" onClick={() => begin.mutate()} loading={begin.isPending}>
          Turn on
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <Text size="sm">
        Scan this with your authenticator,{' '}
        <Anchor href={begin.data.otpauth_uri}>open it on this device</Anchor>, or type the secret:
      </Text>
      <QrCode text={begin.data.otpauth_uri} label="QR code for your authenticator" />
      <Code block>{begin.data.secret.replaceAll(/(.{4})/g, '$1 ').trim()}</Code>
      <Text size="sm">Then type the six digits it shows:</Text>
      <PinInput
        length={6}
        type="number"
        oneTimeCode
        value={code}
        onChange={setCode}
        onComplete={(value) => confirm.mutate(value, { onError: () => setCode('') })}
        aria-label="Code from your authenticator"
      />
      {confirm.isError && <ProblemNotice problem={confirm.error} />}
    </Stack>
  );
}

function TurnOff() {
  const takeOver = useTakeOver();
  const form = useForm({ initialValues: { password: '' } });
  const end = useWrite({
    write: (api, body: typeof form.values) => api.delete('/me/totp', { body }),
    done: () => 'One-time codes are off',
    refresh: [],
    onDone: () => takeOver(false),
  });
  return (
    <form onSubmit={form.onSubmit((values) => end.mutate(values))}>
      <Stack gap="sm">
        <Text size="sm">Sign-in asks for a code. Your password turns that off.</Text>
        <Group align="flex-end" gap="xs">
          <PasswordInput
            label="Password"
            w={240}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" color="red.9" disabled={!form.isDirty()} loading={end.isPending}>
            Turn off
          </Button>
        </Group>
        {end.isError && <ProblemNotice problem={end.error} />}
      </Stack>
    </form>
  );
}

const SIZE_PX = 192;

/**
 * A QR code of a text; the drawing code is loaded on demand. The text may be a secret, so only the code is cached.
 */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data: draw } = useQuery({
    queryKey: ['draw-qr-code'],
    queryFn: async () => ({ draw: (await import('./draw-qr-code.ts')).drawQrCode }),
    staleTime: Infinity,
  });
  return (
    <div
      role="img"
      aria-label={label}
      aria-busy={!draw}
      style={{ width: SIZE_PX, height: SIZE_PX, background: 'white' }}
      // Safe: the SVG is drawn from modules and does not contain the text.
      dangerouslySetInnerHTML={{ __html: draw?.draw(text) ?? '' }}
    />
  );
}
