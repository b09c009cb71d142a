import { Alert, Anchor, Badge, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { AdminProduct } from '../../src/catalog/products/administration/product-admin-contract.ts';
import { pageAddressOf } from '../../src/catalog/products/page-address.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useRead } from '../api/use-read.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { ContributedPictures } from './contributed-pictures.tsx';
import { FactsText } from './facts/facts-text.tsx';
import { EditProduct } from './facts/edit-product.tsx';
import { ProductActions } from './actions/product-actions.tsx';
import { ProductAllergens } from './product-allergens.tsx';
import { ProductBarcodes } from './product-barcodes.tsx';
import { ProductHistory } from './history/product-history.tsx';
import { TABS } from './product-page-search.ts';
import { ProductPrices } from './product-prices.tsx';
import { ProductProvenance } from './product-provenance.tsx';
import { ProductQuality } from './product-quality.tsx';
import { QualityBar } from './quality-bar.tsx';
import { StatusBadge } from './status-badge.tsx';

const LABELS: Record<(typeof TABS)[number], string> = {
  facts: 'Facts',
  barcodes: 'Barcodes and prices',
  sources: 'Sources',
  quality: 'Quality',
  history: 'History',
};

export function ProductPage() {
  const { productId } = useParams({ from: '/products/$productId' });
  const product = useRead('/products/{id}', { path: { id: productId } });
  if (product.error && !product.data)
    return <ProblemNotice problem={product.error} onRetry={() => void product.refetch()} />;
  if (!product.data) return <Skeleton height={520} />;
  return <Product product={product.data} />;
}

function Product({ product }: { product: AdminProduct }) {
  const { tab = 'facts' } = useSearch({ from: '/products/$productId' });
  const navigate = useNavigate({ from: '/products/$productId' });
  const mayEdit = useMayActAs('editor') && product.status !== 'archived';
  return (
    <>
      <PageHeader title={product.name} note={<ProductNote product={product} />}>
        <ProductActions product={product} />
      </PageHeader>
      <ProductState product={product} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) =>
          void navigate({ search: { tab: TABS.find((known) => known === next) }, replace: true })
        }
      >
        <Tabs.List mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {LABELS[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* Stays mounted while another tab is open, so that input is kept. */}
        <Tabs.Panel value="facts" keepMounted>
          <ContributedPictures product={product} />
          {mayEdit ? <EditProduct key={product.id} product={product} /> : <FactsText product={product} />}
        </Tabs.Panel>
        <Tabs.Panel value="barcodes">
          <ProductBarcodes product={product} />
          <ProductPrices product={product} />
        </Tabs.Panel>
        <Tabs.Panel value="sources">
          <Stack gap="lg">
            <ProductAllergens product={product} />
            <ProductProvenance product={product} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="quality">
          <ProductQuality product={product} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <ProductHistory product={product} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function ProductNote({ product }: { product: AdminProduct }) {
  return (
    <Group gap="sm">
      <StatusBadge status={product.status} isMerged={product.merged_into !== null} />
      <Badge color="gray">{product.archive_kind}</Badge>
      <span className="code-text">{product.gtin ?? 'no barcode'}</span>
      <Group w={140}>
        <QualityBar score={product.quality_score} />
      </Group>
      <span>
        version {product.version}, changed <RelativeTime value={product.updated_at} />
      </span>
      {product.status === 'active' && !product.merged_into && (
        <Anchor inherit href={pageAddressOf(product)} target="_blank">
          public page
        </Anchor>
      )}
    </Group>
  );
}

/** Explains why the product is not public, before anybody edits it. */
function ProductState({ product }: { product: AdminProduct }) {
  if (product.merged_into) {
    return (
      <Alert color="gray" mb="md">
        <Text size="sm">
          Merged into{' '}
          <TextLink to="/products/$productId" params={{ productId: product.merged_into.id }}>
            {product.merged_into.name}
          </TextLink>
          , which has its barcodes, prices and sources now. The way back is in its{' '}
          <TextLink
            to="/products/$productId"
            params={{ productId: product.id }}
            search={{ tab: 'history' }}
            replace
          >
            history
          </TextLink>
          .
        </Text>
      </Alert>
    );
  }
  if (product.status !== 'archived') return null;
  return (
    <Alert color="gray" mb="md">
      <Text size="sm">Archived: {product.archive_reason ?? 'without a reason'}. It keeps its barcodes.</Text>
    </Alert>
  );
}
