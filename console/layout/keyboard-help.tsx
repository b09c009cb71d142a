import { Group, Kbd, Modal, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import type { ShortcutStore } from '../parts/shortcuts.ts';

/** Lists the shortcuts of the current page. */
export function KeyboardHelp({
  isOpen,
  onClose,
  store,
  areShortcutsOn,
  onSwitch,
}: {
  isOpen: boolean;
  onClose: () => void;
  store: ShortcutStore;
  areShortcutsOn: boolean;
  onSwitch: (isOn: boolean) => void;
}) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard" size="lg">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {(isOpen ? store.list() : []).toReversed().map(({ title, shortcuts }) => (
            <div key={title}>
              <Title order={2} mb="xs">
                {title}
              </Title>
              <Stack gap={6}>
                {shortcuts.map(({ keys, label }) => (
                  <Group key={keys} justify="space-between" wrap="nowrap">
                    <Text size="sm">{label}</Text>
                    <Group gap={4} wrap="nowrap">
                      {keys.split(' ').map((key) => (
                        <Kbd key={key} size="xs">
                          {key}
                        </Kbd>
                      ))}
                    </Group>
                  </Group>
                ))}
              </Stack>
            </div>
          ))}
        </SimpleGrid>
        <Switch
          label="Single keys do something outside of fields"
          checked={areShortcutsOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}
