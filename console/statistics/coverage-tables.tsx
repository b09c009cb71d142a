import { Table } from '@mantine/core';
import type { OperatorStats } from '../../src/operators/statistics/operator-stats-contract.ts';
import { formatCount } from '../parts/text/number-format.ts';
import { Panel } from '../parts/panel.tsx';

/** Coverage by field and top-level category, darker where more is filled; the number says it as well. */
export function CoverageTables({ coverage }: { coverage: OperatorStats['coverage'] }) {
  const fields = coverage.overall.map(({ field }) => field);
  return (
    <Panel title="Coverage by category">
      <Table.ScrollContainer minWidth={860} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label="Coverage by category" fz="xs" horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Category</Table.Th>
              <Table.Th ta="right">Products</Table.Th>
              {fields.map((field) => (
                <Table.Th key={field} ta="right">
                  {field.replaceAll('_', ' ')}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {coverage.by_category.map((category) => (
              <Table.Tr key={category.code}>
                <Table.Td>{category.name}</Table.Td>
                <Table.Td ta="right">{formatCount(category.products)}</Table.Td>
                {fields.map((field) => (
                  <ShareCell
                    key={field}
                    share={category.fields.find((item) => item.field === field)?.share ?? null}
                  />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

const DARKEST = 0.35;

function ShareCell({ share }: { share: number | null }) {
  if (share === null) {
    return (
      <Table.Td ta="right" aria-label="does not apply">
        ·
      </Table.Td>
    );
  }
  const percent = Math.round(share * DARKEST * 100);
  return (
    <Table.Td
      ta="right"
      style={{ background: `color-mix(in srgb, var(--mantine-color-teal-6) ${percent}%, transparent)` }}
    >
      {Math.round(share * 100)}%
    </Table.Td>
  );
}
