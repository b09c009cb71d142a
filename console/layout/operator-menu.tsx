import { Badge, Box, Button, Menu, Text, VisuallyHidden } from '@mantine/core';
import {
  IconBook,
  IconChevronDown,
  IconKeyboard,
  IconLogout,
  IconUser,
  IconUserCog,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi, useOperator } from '../api/api-context.ts';
import { noticeProblem } from '../parts/notices.ts';

export function OperatorMenu({ onHelp }: { onHelp: () => void }) {
  const operator = useOperator();
  const api = useApi();
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => api.post('/logout', {}, { isSignedOut: true }),
    onSuccess: ({ provider_url: providerUrl }) => {
      if (providerUrl !== null) {
        globalThis.location.assign(providerUrl);
        return;
      }
      queryClient.clear();
      queryClient.setQueryData(['session'], null);
      api.session.clear();
    },
    onError: (problem) => noticeProblem('You are still signed in', problem),
  });
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconChevronDown size={14} />} maw={280}>
          <Box hiddenFrom="xs">
            <IconUser size={18} aria-hidden />
            <VisuallyHidden>{operator.email}</VisuallyHidden>
          </Box>
          <Text size="sm" truncate visibleFrom="xs" mr="xs">
            {operator.email}
          </Text>
          <Badge color="gray" visibleFrom="xs">
            {operator.role}
          </Badge>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUserCog size={16} />}
          renderRoot={(props) => <Link to="/me" {...props} />}
        >
          Password, codes, sessions
        </Menu.Item>
        <Menu.Item component="a" href="/docs/operators" leftSection={<IconBook size={16} />}>
          Handbook
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={16} />}
          onClick={onHelp}
          rightSection={
            <Text size="xs" c="dimmed">
              ?
            </Text>
          }
        >
          Keyboard
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
