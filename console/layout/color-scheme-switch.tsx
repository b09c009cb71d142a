import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

export function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const current = useComputedColorScheme('light');
  const other = current === 'dark' ? 'light' : 'dark';
  return (
    <Tooltip label={`Switch to ${other}`}>
      <ActionIcon size="lg" aria-label={`Switch to ${other}`} onClick={() => setColorScheme(other)}>
        {current === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}
