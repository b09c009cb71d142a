import { Button, PasswordInput, PinInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { Me } from '../../src/access/operators/operator-contract.ts';
import { useApi } from '../api/api-context.ts';
import { ApiProblem } from '../api/api-problem.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';

export interface SignInProps {
  /** Fixed when an ended session is continued. */
  email?: string;
  onSignedIn?: (session: Me) => void;
}

/** E-mail and password, then the one-time code of operators who use one. */
export function PasswordForm({ email, onSignedIn }: SignInProps) {
  const api = useApi();
  const [typedEmail, setTypedEmail] = useState(email ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const signIn = useMutation({
    mutationFn: (totpCode: string) =>
      api.post(
        '/login',
        { body: { email: typedEmail, password, ...(totpCode ? { totp_code: totpCode } : {}) } },
        { isSignedOut: true },
      ),
    onSuccess: (session) => {
      onSignedIn?.(session);
      api.session.begin(session);
    },
    onError: () => setCode(''),
  });
  const isCodeAsked = code !== '' || asksForCode(signIn.error);
  const isFirstAsk = asksForCode(signIn.error) && signIn.variables === '';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    signIn.mutate(code);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="E-mail"
          type="email"
          size="sm"
          autoComplete="username"
          required
          value={typedEmail}
          readOnly={email !== undefined}
          onChange={(event) => setTypedEmail(event.currentTarget.value)}
          data-autofocus={email === undefined || undefined}
        />
        <PasswordInput
          label="Password"
          size="sm"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus={email !== undefined || undefined}
        />
        {isCodeAsked && (
          <div>
            <Text size="sm" fw={500} mb={4} id="totp-label">
              Code from your authenticator
            </Text>
            {/* Focus is expected here: the operator's own action revealed the only field left to fill in. */}
            {/* oxlint-disable jsx-a11y/no-autofocus */}
            <PinInput
              length={6}
              type="number"
              oneTimeCode
              autoFocus
              value={code}
              aria-labelledby="totp-label"
              onChange={setCode}
              onComplete={(value) => signIn.mutate(value)}
            />
          </div>
        )}
        {signIn.isError && !isFirstAsk && <ProblemNotice problem={signIn.error} />}
        <Button type="submit" size="sm" loading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}

/** Returns whether the service asks for the one-time code after a correct password: a next step, not a problem. */
function asksForCode(error: unknown): boolean {
  return error instanceof ApiProblem && error.details['totp_required'] === true;
}
