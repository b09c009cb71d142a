import { Button, SimpleGrid, Skeleton } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { AdminBrand } from '../../src/catalog/brands/brand-contract.ts';
import { useRead } from '../api/use-read.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';
import { countOf } from '../parts/text/number-format.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { BrandAliases } from './brand-aliases.tsx';
import { MergeBrand } from './merge-brand.tsx';
import { RenameBrand } from './rename-brand.tsx';

export function BrandPage() {
  const { brandId } = useParams({ from: '/brands/$brandId' });
  const brand = useRead('/brands/{id}', { path: { id: brandId } });
  if (brand.error && !brand.data)
    return <ProblemNotice problem={brand.error} onRetry={() => void brand.refetch()} />;
  if (!brand.data) return <Skeleton height={320} />;
  return <Brand brand={brand.data} />;
}

function Brand({ brand }: { brand: AdminBrand }) {
  const navigate = useNavigate();
  const remove = useAskedWrite({
    ask: () => ({
      title: `Delete ${brand.name}?`,
      consequences: ['No product has this brand. Its name and aliases lead nowhere afterwards.'],
      action: 'Delete brand',
      isDangerous: true,
    }),
    write: (api) => api.delete('/brands/{id}', { path: { id: brand.id } }),
    done: () => `${brand.name} is deleted`,
    refresh: [['brands']],
    failed: `${brand.name} is not deleted`,
    onDone: () => void navigate({ to: '/brands' }),
  });
  return (
    <>
      <PageHeader
        title={brand.name}
        note={`${countOf(brand.product_count, 'product')}, ${brand.in_use_count} in use`}
      >
        {brand.product_count === 0 && (
          <Button variant="default" onClick={() => remove.mutate()} loading={remove.isPending}>
            Delete
          </Button>
        )}
      </PageHeader>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <RenameBrand key={brand.name} brand={brand} />
        <BrandAliases brand={brand} />
        <MergeBrand brand={brand} />
      </SimpleGrid>
    </>
  );
}
