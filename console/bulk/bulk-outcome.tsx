import { Badge, Group, ScrollArea, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { BulkResult } from '../../src/catalog/bulk/bulk-contract.ts';
import { formatCount } from '../parts/text/number-format.ts';
import { TextLink } from '../parts/text/text-link.tsx';

type Result = BulkResult['results'][number]['result'];
const COLORS: Record<Result, string> = { changed: 'teal', unchanged: 'gray', failed: 'red' };
const MAX_SHOWN = 100;

/** Counts by result, and the result of each product, or what it would be. */
export function BulkOutcome({ outcome }: { outcome: BulkResult }) {
  const [shown, setShown] = useState<Result>(outcome.failed > 0 ? 'failed' : 'changed');
  const results = outcome.results.filter(({ result }) => result === shown);
  return (
    <Stack gap="xs">
      <Group>
        <SegmentedControl
          aria-label="Results"
          data={(['changed', 'unchanged', 'failed'] as const).map((result) => ({
            value: result,
            label: `${result} ${formatCount(outcome[result])}`,
          }))}
          value={shown}
          onChange={(next) => setShown(next)}
        />
        {outcome.dry_run && <Badge color="blue">nothing is changed yet</Badge>}
      </Group>
      <ScrollArea.Autosize mah={420} viewportProps={{ tabIndex: 0 }}>
        <Table aria-label="Results">
          <Table.Tbody>
            {results.slice(0, MAX_SHOWN).map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td>
                  <TextLink to="/products/$productId" params={{ productId: item.id }}>
                    {item.name ?? item.id}
                  </TextLink>
                </Table.Td>
                <Table.Td>
                  <Badge color={COLORS[item.result]}>{item.code ?? item.result}</Badge>
                </Table.Td>
                <Table.Td>{item.message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {results.length === 0 && (
          <Text size="sm" c="dimmed" py="sm">
            None.
          </Text>
        )}
        {results.length > MAX_SHOWN && (
          <Text size="sm" c="dimmed" py="sm">
            and {formatCount(results.length - MAX_SHOWN)} more
          </Text>
        )}
      </ScrollArea.Autosize>
    </Stack>
  );
}
