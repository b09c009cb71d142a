import { Stack, Text, Title } from '@mantine/core';
import type { AdminProduct } from '../../src/catalog/products/administration/product-admin-contract.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { formatScore } from '../parts/text/number-format.ts';
import { loaded, PagedTable } from '../parts/paged-table.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { ValueText } from '../parts/text/value-text.tsx';

/** The source of each current fact, and the sources that disagree. */
export function ProductProvenance({ product }: { product: AdminProduct }) {
  return (
    <Stack gap="lg">
      <BelievedSources product={product} />
      {product.claims.length > 0 && <OtherClaims product={product} />}
    </Stack>
  );
}

/** Claims of sources that another source overrides. */
function OtherClaims({ product }: { product: AdminProduct }) {
  const items = product.claims.flatMap(({ source, facts }) =>
    Object.entries(facts).map(([name, value]) => ({ source, name, value })),
  );
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Said otherwise
      </Title>
      <PagedTable<(typeof items)[number]>
        label="What other sources say"
        state={loaded(items)}
        rowKey={(claim) => `${claim.name} ${claim.source.id}`}
        empty={<EmptyNotice title="No source says otherwise" />}
        columns={[
          { header: 'Fact', cell: (claim) => claim.name.replaceAll('_', ' ') },
          {
            header: 'Said',
            cell: (claim) => (
              <Text size="sm" lineClamp={2} component="div">
                <ValueText value={claim.value} />
              </Text>
            ),
          },
          { header: 'Source', cell: (claim) => claim.source.name },
          { header: 'Trust', align: 'right', cell: (claim) => formatScore(claim.source.trust) },
        ]}
      />
    </Stack>
  );
}

function BelievedSources({ product }: { product: AdminProduct }) {
  const items = product.provenance.toSorted((a, b) => a.field.localeCompare(b.field));
  return (
    <PagedTable<AdminProduct['provenance'][number]>
      label="Sources of the facts"
      state={loaded(items)}
      rowKey={(entry) => `${entry.field} ${entry.source.id}`}
      empty={<EmptyNotice title="No source is noted" />}
      columns={[
        { header: 'Fact', cell: (entry) => entry.field.replaceAll('_', ' ') },
        {
          header: 'Now',
          cell: (entry) => (
            <Text size="sm" lineClamp={2} component="div">
              <ValueText value={readFact(product, entry.field)} />
            </Text>
          ),
        },
        { header: 'Source', cell: (entry) => entry.source.name },
        { header: 'Trust', align: 'right', cell: (entry) => formatScore(entry.source.trust) },
        {
          header: 'Came by',
          cell: (entry) =>
            entry.submission_id ? (
              <TextLink to="/review" search={{ id: entry.submission_id, state: 'all' }}>
                submission
              </TextLink>
            ) : (
              (entry.operator?.email ?? 'import')
            ),
        },
        { header: 'When', cell: (entry) => <RelativeTime value={entry.recorded_at} /> },
      ]}
    />
  );
}

/** Reads a fact by its name in the sources: some stand for several fields of the record. */
function readFact(product: AdminProduct, field: string): unknown {
  if (field === 'net_content') {
    return [product.net_content_value, product.net_content_unit].filter((part) => part !== null).join(' ');
  }
  if (field.startsWith('attributes.')) return product.attributes[field.slice('attributes.'.length)];
  if (field === 'barcode') return product.gtin;
  if (field === 'msrp')
    return product.msrp.map(({ amount, currency, region }) => `${amount} ${currency} (${region})`);
  return (product as unknown as Record<string, unknown>)[field];
}
