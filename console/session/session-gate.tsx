import { Center, Loader, Modal, Text, Code, Paper, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { Me } from '../../src/access/operators/operator-contract.ts';
import { isProblem } from '../api/api-problem.ts';
import { useApi, useSessionState } from '../api/api-context.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { SignInChoice, useSignInWays } from './sign-in-choice.tsx';
import { useDocumentTitle } from '@mantine/hooks';

/** Shows the console after sign-in, the sign-in page otherwise, and a dialog over the page when the session ends. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { session, hasEnded } = useSessionState();
  const found = useFindSession();
  if (session === undefined && found.isError) {
    return (
      <Center mih="100vh" p="xl">
        <ProblemNotice problem={found.error} onRetry={() => void found.refetch()} />
      </Center>
    );
  }
  if (session === undefined) {
    return (
      <Center mih="100vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  if (session === null) return <SignInPage />;
  return (
    <>
      {children}
      <Modal
        opened={hasEnded}
        onClose={() => {}}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title="Your session has ended"
        zIndex={1000}
      >
        <Text size="sm" mb="md">
          Sign in again to go on. What you have typed is still there, and what was being sent is sent then.
        </Text>
        <SignInChoice email={session.email} onSignedIn={(next) => leaveIfAnother(session, next)} />
      </Modal>
    </>
  );
}

/** Another operator must not continue on the page of the previous one. */
function leaveIfAnother(before: Me, next: Me): void {
  if (before.id !== next.id || before.role !== next.role) globalThis.location.reload();
}

function useFindSession() {
  const api = useApi();
  const found = useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      try {
        return await api.get('/me', {}, { isSignedOut: true });
      } catch (error) {
        if (isProblem(error, 'not_authenticated')) return null;
        throw error;
      }
    },
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (found.data) api.session.begin(found.data);
    else if (found.data === null) api.session.clear();
  }, [api, found.data]);
  return found;
}

function SignInPage() {
  useDocumentTitle('Sign in · Factshelf');
  const { ways } = useSignInWays();
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w={380} radius="md">
        <Stack gap={4} mb="lg">
          <Title order={1}>Factshelf</Title>
          <Text size="sm" c="dimmed">
            Operator console
          </Text>
        </Stack>
        <SignInChoice />
        {ways?.password && (
          <Text size="xs" c="dimmed" mt="lg">
            An admin makes operators. The first one is made on the server:{' '}
            <Code fz="xs">npm run operator -- create you@example.org --role admin</Code>
          </Text>
        )}
      </Paper>
    </Center>
  );
}
