import { Anchor, Button, Divider, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useApi } from '../api/api-context.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { PasswordForm, type SignInProps } from './password-form.tsx';

/** The ways in which operators sign in here: a provider, a password, the code of an emergency. */
export function SignInChoice(props: SignInProps) {
  const { ways, problem } = useSignInWays();
  const [isEmergency, setIsEmergency] = useState(false);
  if (!ways) return problem && <ProblemNotice problem={problem} />;
  if (isEmergency) return <EmergencyForm {...props} onBack={() => setIsEmergency(false)} />;
  return (
    <Stack>
      {ways.provider && <ProviderButton provider={ways.provider} {...props} />}
      {ways.provider && ways.password && <Divider label="or" />}
      {ways.password && <PasswordForm {...props} />}
      {ways.provider && (
        <Anchor component="button" type="button" size="xs" onClick={() => setIsEmergency(true)}>
          Emergency code
        </Anchor>
      )}
    </Stack>
  );
}

/** Reads how operators sign in here. */
export function useSignInWays() {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['sign-in-ways'],
    queryFn: () => api.get('/sign-in', {}, { isSignedOut: true }),
    staleTime: Infinity,
  });
  return { ways: data, problem: error };
}

/** Leads to the provider. A page that waits for a new session stays open beside it. */
function ProviderButton({
  provider: { name, url },
  email,
  onSignedIn,
}: { provider: { name: string; url: string } } & SignInProps) {
  const api = useApi();
  const isContinued = email !== undefined;
  const check = useMutation({
    mutationFn: () => api.get('/me', {}, { isSignedOut: true }),
    onSuccess: (session) => {
      onSignedIn?.(session);
      api.session.begin(session);
    },
  });
  const { pathname, search } = globalThis.location;
  const address = `${url}?${new URLSearchParams({ return_to: isContinued ? '/console' : pathname + search })}`;
  return (
    <>
      <Button
        component="a"
        size="sm"
        href={address}
        {...(isContinued && { target: '_blank', rel: 'noopener' })}
      >
        Sign in with {name}
      </Button>
      {isContinued && (
        <>
          <Text size="xs" c="dimmed">
            It opens beside this page. When you have signed in there, go on here.
          </Text>
          {check.isError && <ProblemNotice problem={check.error} />}
          <Button variant="default" size="sm" onClick={() => check.mutate()} loading={check.isPending}>
            Go on
          </Button>
        </>
      )}
    </>
  );
}

function EmergencyForm({ onSignedIn, onBack }: SignInProps & { onBack: () => void }) {
  const api = useApi();
  const [code, setCode] = useState('');
  const signIn = useMutation({
    mutationFn: () => api.post('/login/emergency', { body: { code: code.trim() } }, { isSignedOut: true }),
    onSuccess: (session) => {
      onSignedIn?.(session);
      api.session.begin(session);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <PasswordInput
          label="Emergency code"
          description="The command npm run operator -- emergency prints it on the server."
          size="sm"
          autoComplete="off"
          required
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          data-autofocus
        />
        {signIn.isError && <ProblemNotice problem={signIn.error} />}
        <Button type="submit" size="sm" loading={signIn.isPending}>
          Sign in
        </Button>
        <Anchor component="button" type="button" size="xs" onClick={onBack}>
          Back
        </Anchor>
      </Stack>
    </form>
  );
}
