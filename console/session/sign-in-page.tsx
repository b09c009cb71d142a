import { Center, Code, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  useDocumentTitle('Sign in · Factshelf');
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w={380} radius="md">
        <Stack gap={4} mb="lg">
          <Title order={1}>Factshelf</Title>
          <Text size="sm" c="dimmed">
            Operator console
          </Text>
        </Stack>
        <SignInForm />
        <Text size="xs" c="dimmed" mt="lg">
          An admin makes operators. The first one is made on the server:{' '}
          <Code fz="xs">npm run operator -- create you@example.org --role admin</Code>
        </Text>
      </Paper>
    </Center>
  );
}
