import { SegmentedControl, Table } from '@mantine/core';
import { useState } from 'react';
import type { OperatorStats } from '../../src/review/statistics/operator-stats-contract.ts';
import { countOf, formatCount } from '../parts/text/number-format.ts';
import { TextLink } from '../parts/text/text-link.tsx';
import { Panel } from '../parts/panel.tsx';
import { linkField, linkInUse } from './product-links.ts';

type Category = OperatorStats['coverage']['by_category'][number];
type Presence = 'present' | 'missing';

/** Coverage by field and top-level category, darker with more coverage; each share links to its products. */
export function CoverageTables({ coverage }: { coverage: OperatorStats['coverage'] }) {
  const [shown, setShown] = useState<Presence>('present');
  const fields = coverage.overall.map(({ field }) => field);
  return (
    <Panel
      title="Coverage by category"
      actions={
        <SegmentedControl
          aria-label="Products"
          data={[
            { value: 'present', label: 'have it' },
            { value: 'missing', label: 'lack it' },
          ]}
          value={shown}
          onChange={setShown}
        />
      }
    >
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
                <Table.Td ta="right">
                  <TextLink to="/products" search={linkInUse(category.code)}>
                    {formatCount(category.products)}
                  </TextLink>
                </Table.Td>
                {fields.map((field) => (
                  <ShareCell
                    key={field}
                    category={category}
                    item={category.fields.find((item) => item.field === field)}
                    shown={shown}
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

function ShareCell({
  category,
  item,
  shown,
}: {
  category: Category;
  item: Category['fields'][number] | undefined;
  shown: Presence;
}) {
  if (!item || item.share === null) {
    return (
      <Table.Td ta="right" aria-label="does not apply">
        ·
      </Table.Td>
    );
  }
  const share = shown === 'present' ? item.share : 1 - item.share;
  const products = shown === 'present' ? item.filled : item.products - item.filled;
  const color = shown === 'present' ? 'teal' : 'orange';
  const percent = Math.round(share * DARKEST * 100);
  const said = `${Math.round(share * 100)}%`;
  const field = item.field.replaceAll('_', ' ');
  return (
    <Table.Td
      ta="right"
      style={{ background: `color-mix(in srgb, var(--mantine-color-${color}-6) ${percent}%, transparent)` }}
    >
      <TextLink
        c="inherit"
        to="/products"
        search={linkField(item, shown, category.code)}
        aria-label={`${category.name} ${shown === 'present' ? 'with' : 'without'} ${field}: ${countOf(products, 'product')}, ${said}`}
        title={countOf(products, 'product')}
      >
        {said}
      </TextLink>
    </Table.Td>
  );
}
