import { Button, Group, SimpleGrid, Skeleton, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { z } from 'zod';
import type {
  AdminProduct,
  adminQualitySchema,
} from '../../src/catalog/products/administration/product-admin-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { formatScore } from '../parts/text/number-format.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { QualityParts } from './quality-parts.tsx';
import { FACT_NAMES } from './facts/product-facts.ts';
import type { WrittenName } from '../../src/facts/registry/fact-list.ts';

type Quality = z.output<typeof adminQualitySchema>;

/** The score by part, and what would raise it. */
export function ProductQuality({ product }: { product: AdminProduct }) {
  const quality = useRead('/products/{id}/quality', { path: { id: product.id } });
  if (quality.error && !quality.data)
    return <ProblemNotice problem={quality.error} onRetry={() => void quality.refetch()} />;
  if (!quality.data) return <Skeleton height={320} />;
  const { quality_score: score, is_qualified: isQualified } = quality.data;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Panel
        title={`Score ${formatScore(score)}: ${isQualified ? 'qualified' : 'not qualified, from 0.60 on'}`}
      >
        <QualityParts quality={quality.data} />
      </Panel>
      <Panel title="What would raise it">
        <Gains product={product} gains={quality.data.gains} />
      </Panel>
    </SimpleGrid>
  );
}

function Gains({ product, gains }: { product: AdminProduct; gains: Quality['gains'] }) {
  const mayEdit = useMayActAs('editor') && product.status !== 'archived';
  const navigate = useNavigate({ from: '/products/$productId' });
  const verify = useWrite<string, AdminProduct>({
    write: (api, field) =>
      api.patch('/products/{id}', {
        path: { id: product.id },
        body: { version: product.version, ...buildVerification(product, field) },
      }),
    done: (_product, field) => `${field.replaceAll('_', ' ')} is verified`,
    refresh: [['products']],
    failed: 'The value is not verified',
  });
  if (gains.length === 0) return <Text size="sm">Nothing: every part is complete and verified.</Text>;
  return (
    <Table aria-label="What would raise the score">
      <Table.Tbody>
        {gains.map((gain) => (
          <Table.Tr key={gain.message}>
            <Table.Td>{gain.message}</Table.Td>
            <Table.Td ta="right">
              <Group justify="flex-end">
                {mayEdit &&
                  gain.field &&
                  gain.action === 'verify' &&
                  buildVerification(product, gain.field) && (
                    <Button
                      variant="default"
                      loading={verify.isPending && verify.variables === gain.field}
                      onClick={() => gain.field && verify.mutate(gain.field)}
                    >
                      It is right as it is
                    </Button>
                  )}
                {mayEdit && gain.action !== 'verify' && (
                  <Button
                    variant="default"
                    onClick={() =>
                      void navigate({
                        search: { tab: gain.field === 'barcode' ? 'barcodes' : undefined },
                      })
                    }
                  >
                    {gain.action === 'add' ? 'Add' : 'Correct'}
                  </Button>
                )}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/**
 * Returns a write of the current values behind a part of the quality score, with which an operator verifies them.
 * Undefined for parts that are not facts of the form, such as the barcode.
 */
function buildVerification(product: AdminProduct, field: string): Record<string, unknown> | undefined {
  const names = field === 'net_content' ? ['net_content_value', 'net_content_unit'] : [field];
  if (!names.every((name) => FACT_NAMES.includes(name as WrittenName))) return undefined;
  return Object.fromEntries(names.map((name) => [name, product[name as WrittenName]]));
}
