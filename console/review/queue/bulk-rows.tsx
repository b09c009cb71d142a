import { Badge, Checkbox, ScrollArea, Table, Text } from '@mantine/core';
import type { BulkResult } from '../../../src/review/decisions/bulk/bulk-decision-contract.ts';
import { ChangeLines } from '../../parts/differences/change-lines.tsx';

type Item = BulkResult['results'][number];

/** The effect on each submission, before and after; in a dry run the operator can untick rows. */
export function BulkRows({
  result,
  left,
  onTick,
}: {
  result: BulkResult;
  /** Ids of unticked submissions. */
  left: ReadonlySet<string>;
  onTick: (id: string, isTicked: boolean) => void;
}) {
  // Refused ones first, because they need attention.
  const items = [...result.results].toSorted(
    (a, b) => Number(a.result === 'done') - Number(b.result === 'done'),
  );
  return (
    <ScrollArea.Autosize mah="50vh" viewportProps={{ tabIndex: 0 }}>
      <Table aria-label="What becomes of each submission" layout="fixed" verticalSpacing={4}>
        <Table.Tbody>
          {items.map((item, index) => (
            <Table.Tr key={`${item.id} ${index}`} style={{ verticalAlign: 'top' }}>
              <Table.Td w={36}>
                {result.dry_run && item.result === 'done' && (
                  <Checkbox
                    aria-label={nameItem(item)}
                    checked={!left.has(item.id)}
                    onChange={(event) => onTick(item.id, event.currentTarget.checked)}
                  />
                )}
              </Table.Td>
              <Table.Td w="34%" style={{ overflowWrap: 'anywhere' }}>
                {nameItem(item)}
              </Table.Td>
              <Table.Td>
                <Outcome item={item} isApproval={result.action === 'approve'} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

function Outcome({ item, isApproval }: { item: Item; isApproval: boolean }) {
  if (item.result !== 'done') {
    return (
      <>
        <Badge color="orange">{item.code ?? item.result}</Badge> <Text size="sm">{item.message}</Text>
      </>
    );
  }
  if (!isApproval) return null;
  const more = item.change_count - item.changes.length;
  return (
    <>
      <Text size="xs" c="dimmed">
        {item.is_new_product ? 'a new product' : `completes “${item.product_name}”`}
        {item.change_count === 0 && ', changes nothing'}
      </Text>
      <ChangeLines changes={item.changes} isNamed />
      {more > 0 && (
        <Text size="xs" c="dimmed">
          and {more} more
        </Text>
      )}
    </>
  );
}

function nameItem({ name, id }: Item): string {
  return name ?? id;
}
