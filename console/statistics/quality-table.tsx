import { Table } from '@mantine/core';
import type { OperatorStats } from '../../src/review/statistics/operator-stats-contract.ts';
import { formatCount, formatScore } from '../parts/text/number-format.ts';
import { TextLink } from '../parts/text/text-link.tsx';
import { linkTenth } from './product-links.ts';

const TENTHS = Array.from({ length: 10 }, (_, tenth) => tenth);

/** The figures of the chart above; each links to its products. */
export function QualityTable({ quality }: { quality: OperatorStats['quality'] }) {
  return (
    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label="Quality by kind" fz="xs" horizontalSpacing={4} verticalSpacing={2}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Kind</Table.Th>
            {TENTHS.map((tenth) => (
              <Table.Th key={tenth} ta="right">
                from {tenth / 10}
              </Table.Th>
            ))}
            <Table.Th ta="right">average</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {quality.map(({ kind, buckets, average }) => (
            <Table.Tr key={kind}>
              <Table.Td>{kind}</Table.Td>
              {TENTHS.map((tenth) => (
                <Table.Td key={tenth} ta="right">
                  {buckets[tenth] ? (
                    <TextLink to="/products" search={linkTenth(kind, tenth)}>
                      {formatCount(buckets[tenth])}
                    </TextLink>
                  ) : (
                    '·'
                  )}
                </Table.Td>
              ))}
              <Table.Td ta="right">{average === null ? '–' : formatScore(average)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
