import { Button, Drawer, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { BulkChange } from '../../bulk/bulk-change.tsx';
import { MAX_AT_ONCE, type BulkTarget } from '../../bulk/use-bulk-run.ts';
import { countOf, formatCount } from '../../parts/text/number-format.ts';
import { useShortcutPause } from '../../parts/shortcuts.ts';
import type { ChosenProducts } from './use-chosen-products.ts';

/** The number of chosen products, and the button that changes them together. */
export function ChosenBar({ chosen, total }: { chosen: ChosenProducts; total: number }) {
  // The choice when the change began: later ticks do not count.
  const [begun, setBegun] = useState<{ target: BulkTarget; count: number }>();
  const { count, elsewhere, isAll } = chosen;
  useShortcutPause(begun !== undefined);
  return (
    <>
      {count > 0 && (
        <Paper
          withBorder
          px="sm"
          py={6}
          mb="xs"
          bg="var(--mantine-color-indigo-light)"
          role="region"
          aria-label="Chosen products"
        >
          <Group gap="sm">
            <Text size="sm" fw={600} aria-live="polite">
              {isAll ? `All ${countOf(count, 'product')} that fit` : `${formatCount(count)} ticked`}
            </Text>
            {elsewhere > 0 && (
              <Text size="sm" c="dimmed">
                {formatCount(elsewhere)} of them on other pages
              </Text>
            )}
            {count > MAX_AT_ONCE && (
              <Text size="sm" c="dimmed">
                at most {MAX_AT_ONCE} are changed at once: the first {MAX_AT_ONCE}
                {isAll ? ' by name' : ''}
              </Text>
            )}
            <Button onClick={() => setBegun({ target: chosen.target, count: Math.min(count, MAX_AT_ONCE) })}>
              Change {Math.min(count, MAX_AT_ONCE) === 1 ? 'it' : 'them'}…
            </Button>
            {!isAll && total > count && (
              <Button variant="default" onClick={chosen.chooseAll}>
                Choose all {countOf(total, 'product')} that fit
              </Button>
            )}
            <Button variant="subtle" onClick={chosen.clear}>
              Untick all
            </Button>
          </Group>
        </Paper>
      )}
      <Drawer
        opened={begun !== undefined}
        onClose={() => setBegun(undefined)}
        position="right"
        size="xl"
        title={begun && `Change ${countOf(begun.count, 'product')}`}
        // Escape also answers the confirmation, and would close this drawer with it.
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        {begun && (
          <Stack>
            <BulkChange target={begun.target} total={begun.count} onDone={chosen.clear} />
          </Stack>
        )}
      </Drawer>
    </>
  );
}
