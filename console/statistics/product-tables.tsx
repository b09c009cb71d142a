import { Progress, Table, Text } from '@mantine/core';
import type { OperatorStats } from '../../src/review/statistics/operator-stats-contract.ts';
import { formatCount, formatScore } from '../parts/text/number-format.ts';
import { TextLink } from '../parts/text/text-link.tsx';
import { linkField, linkTenth } from './product-links.ts';

const HAS_LABELS = { present: 'have it', missing: 'lack it' };

/** How many products have each field; each figure links to its products. */
export function CoverageTable({ coverage }: { coverage: OperatorStats['coverage'] }) {
  return (
    <Table aria-label="Coverage by field" verticalSpacing={2} fz="xs" withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th />
          <Table.Th ta="right">share</Table.Th>
          <Table.Th ta="right">{HAS_LABELS.present}</Table.Th>
          <Table.Th ta="right">{HAS_LABELS.missing}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {coverage.map((item) => (
          <Table.Tr key={item.field}>
            <Table.Td w={130}>{item.field.replaceAll('_', ' ')}</Table.Td>
            <Table.Td>
              <Progress
                value={(item.share ?? 0) * 100}
                size="sm"
                color="teal"
                aria-label={`${item.field} is filled`}
              />
            </Table.Td>
            <Table.Td w={50} ta="right">
              {Math.round((item.share ?? 0) * 100)}%
            </Table.Td>
            {(['present', 'missing'] as const).map((has) => {
              const products = has === 'present' ? item.filled : item.products - item.filled;
              const label = `${item.field.replaceAll('_', ' ')}: ${formatCount(products)} ${HAS_LABELS[has]}`;
              return (
                <Table.Td key={has} w={60} ta="right">
                  <TextLink to="/products" search={linkField(item, has)} aria-label={label}>
                    {formatCount(products)}
                  </TextLink>
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const TENTHS = Array.from({ length: 10 }, (_, tenth) => tenth);

/** Products by score and archive kind; each figure links to its products. */
export function QualityTable({ quality }: { quality: OperatorStats['quality'] }) {
  return (
    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table
        aria-label="Quality by kind"
        fz="xs"
        horizontalSpacing={4}
        verticalSpacing={2}
        data={{
          head: ['Kind', ...TENTHS.map((tenth) => `from ${tenth / 10}`), 'average'],
          body: quality.map(({ kind, buckets, average }) => [
            kind,
            ...TENTHS.map((tenth) =>
              buckets[tenth] ? (
                <TextLink key={tenth} to="/products" search={linkTenth(kind, tenth)}>
                  {formatCount(buckets[tenth])}
                </TextLink>
              ) : (
                '·'
              ),
            ),
            average === null ? '–' : formatScore(average),
          ]),
        }}
      />
      <Text size="xs" c="dimmed">
        Products by score and archive kind; from 0.6 on a product qualifies
      </Text>
    </Table.ScrollContainer>
  );
}
