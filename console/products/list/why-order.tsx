import { Alert, Box, Drawer, Mark, Skeleton, Stack, Table, Text } from '@mantine/core';
import type { Answer } from '../../api/api-calls.ts';
import { useRead } from '../../api/use-read.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { countOf, formatScore } from '../../parts/text/number-format.ts';
import { TextLink } from '../../parts/text/text-link.tsx';
import { QualityParts } from '../quality-parts.tsx';
import type { ProductSearch } from './product-search.ts';

type Explained = Answer<'get', '/search/explain'>;
type Item = Explained['items'][number];

const SHOWN = 20;

/** Explains the order of the public search: similarity, quality and rank of each product. */
export function WhyOrder({ search, onClose }: { search: ProductSearch; onClose: () => void }) {
  const { q, category, brand, country } = search;
  const page = search.public ? search.page : undefined;
  const found = useRead('/search/explain', {
    query: { q, category, brand, country, size: search.public ? 50 : SHOWN, page },
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title="Why the public finds them in this order"
    >
      {found.error && <ProblemNotice problem={found.error} onRetry={() => void found.refetch()} />}
      {!found.data && !found.error && <Skeleton height={320} />}
      {found.data && (
        <Stack gap="sm">
          <Summary found={found.data} />
          <Ranking items={found.data.items} base={found.data.explanation.quality_base} />
        </Stack>
      )}
    </Drawer>
  );
}

function Summary({ found: { total, items, explanation } }: { found: Explained }) {
  const { engine, names_looked_at: names, handed_over: handedOver, took_ms: took } = explanation;
  return (
    <>
      <Text size="sm">
        {countOf(total, 'product')} for “{explanation.text}”, the first {items.length} here.{' '}
        {engine
          ? `Found ${FOUND_BY[engine]} in ${took.toFixed(1)} ms`
          : 'Nothing can match, so no engine was asked'}
        {names !== null && `, among ${countOf(names, 'name')} compared`}.
        {handedOver.length > 0 &&
          ` Reasons why Postgres answered: ${handedOver.join(', ').replaceAll('_', ' ')}.`}
      </Text>
      {!explanation.is_proven_complete && (
        <Alert color="orange" title="The engine has not proven this page complete">
          A product that ranks higher may be missing, or the total is an estimate.
        </Alert>
      )}
    </>
  );
}

const FOUND_BY: Record<NonNullable<Explained['explanation']['engine']>, string> = {
  meilisearch: 'by Meilisearch',
  opensearch: 'by OpenSearch',
  postgres: 'by Postgres',
};

function Ranking({ items, base }: { items: Item[]; base: number }) {
  return (
    <Table aria-label="Why this order" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Product</Table.Th>
          <Table.Th ta="right">Similarity</Table.Th>
          <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
            × ({base} + quality)
          </Table.Th>
          <Table.Th ta="right">Rank</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={item.id} style={{ verticalAlign: 'top' }}>
            <Table.Td>
              <TextLink to="/products/$productId" params={{ productId: item.id }}>
                <MatchedName item={item} />
              </TextLink>
              <Text size="xs" c="dimmed">
                {describeMatch(item)}
              </Text>
              {item.explanation.quality && (
                <Box component="details" fz="xs">
                  <summary>What its quality is made of</summary>
                  <QualityParts quality={item.explanation.quality} />
                </Box>
              )}
            </Table.Td>
            <Table.Td ta="right">{showNumber(item.explanation.similarity)}</Table.Td>
            <Table.Td ta="right">{formatScore(base + item.quality_score)}</Table.Td>
            <Table.Td ta="right">{showNumber(item.explanation.rank)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The name with the matching part marked, where it is known. */
function MatchedName({ item: { name, explanation } }: { item: Item }) {
  const [start = 0, end = 0] = explanation.matched?.[0] ?? [];
  return (
    <>
      {name.slice(0, start)}
      {end > start && <Mark>{name.slice(start, end)}</Mark>}
      {name.slice(Math.max(start, end))}
    </>
  );
}

function describeMatch({ explanation: { match, matched_text: part } }: Item): string {
  if (match === 'barcode') return 'by a barcode, not by its name';
  if (match === 'filter') return 'by the filters alone';
  return match === 'contains' ? 'its name contains the text' : `alike in “${part ?? ''}”`;
}

const showNumber = (value: number | null) => (value === null ? '–' : value.toFixed(3));
