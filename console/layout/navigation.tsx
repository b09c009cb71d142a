import { NavLink, Stack, Text } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import type { NavigationArea } from './navigation-areas.ts';

/** @param onChosen closes the menu on a narrow screen */
export function Navigation({ areas, onChosen }: { areas: NavigationArea[]; onChosen: () => void }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <Stack gap="sm">
      {areas.map(({ title, items }) => (
        <div key={title}>
          <Text size="xs" fw={600} c="dimmed" px="sm" pb={2}>
            {title}
          </Text>
          {items.map((item) => {
            const isHere = pathname === item.to || pathname.startsWith(`${item.to}/`);
            return (
              <NavLink
                key={item.to}
                onClick={onChosen}
                renderRoot={(props) => <Link to={item.to} {...props} />}
                label={item.label}
                leftSection={<item.icon size={16} stroke={1.6} />}
                active={isHere}
                aria-current={isHere ? 'page' : undefined}
                variant="light"
                py={5}
              />
            );
          })}
        </div>
      ))}
    </Stack>
  );
}
