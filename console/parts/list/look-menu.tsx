import { ActionIcon, Button, Checkbox, Popover, SegmentedControl, Stack, Text, Tooltip } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { DENSITIES, type ListLook } from './use-list-look.ts';

/** Chooses a list's columns and density. */
export function LookMenu({ look }: { look: ListLook }) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus withArrow shadow="md">
      <Popover.Target>
        <Tooltip label="Columns and density">
          <ActionIcon size={30} variant="default" aria-label="Columns and density">
            <IconColumns size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Checkbox.Group label="Columns" value={look.shown} onChange={look.setColumns}>
            <Stack gap={6} mt={4}>
              {look.choices.map(({ id, label }) => (
                <Checkbox key={id} value={id} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          {!look.isUsual && (
            <Button variant="subtle" onClick={() => look.setColumns(undefined)}>
              The usual columns
            </Button>
          )}
          <div>
            <Text size="xs" fw={500} mb={4}>
              Density
            </Text>
            <SegmentedControl
              fullWidth
              aria-label="Density"
              data={[...DENSITIES]}
              value={look.density}
              onChange={look.setDensity}
            />
          </div>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
