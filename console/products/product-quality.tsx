import { Alert, Button, Group, List, Progress, SimpleGrid, Skeleton, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { z } from 'zod';
import type {
  AdminProduct,
  adminQualitySchema,
} from '../../src/catalog/administration/product-admin-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { formatScore, formatShare } from '../parts/text/number-format.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { buildVerification } from './build-verification.ts';

type Quality = z.output<typeof adminQualitySchema>;

/** The score part by part, and what would raise it. */
export function ProductQuality({ product }: { product: AdminProduct }) {
  const quality = useRead('/products/{id}/quality', { path: { id: product.id } });
  if (quality.error && !quality.data)
    return <ProblemNotice problem={quality.error} onRetry={() => void quality.refetch()} />;
  if (!quality.data) return <Skeleton height={320} />;
  const { quality_score: score, is_qualified: isQualified, penalty } = quality.data;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Panel
        title={`Score ${formatScore(score)}: ${isQualified ? 'qualified' : 'not qualified, from 0.60 on'}`}
      >
        <Table aria-label="Parts of the score">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Part</Table.Th>
              <Table.Th w={120}>Complete</Table.Th>
              <Table.Th ta="right">Trust</Table.Th>
              <Table.Th ta="right">Earns</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {quality.data.parts.map((part) => (
              <Table.Tr key={part.field}>
                <Table.Td>
                  {part.field.replaceAll('_', ' ')}
                  {part.missing.length > 0 && (
                    <Text size="xs" c="dimmed">
                      missing: {part.missing.join(', ')}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <Progress
                    value={part.completeness * 100}
                    color="teal"
                    aria-label={`${part.field} is complete`}
                  />
                  <Text size="xs">{formatShare(part.completeness)}</Text>
                </Table.Td>
                <Table.Td ta="right">{formatScore(part.trust)}</Table.Td>
                <Table.Td ta="right">
                  {part.earned.toFixed(3)} of {part.weight.toFixed(3)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {quality.data.failed_checks.length > 0 && (
          <Alert color="orange" mt="sm" title={`This cannot be right (−${formatScore(penalty)})`}>
            <List size="sm">
              {quality.data.failed_checks.map(({ check, message }) => (
                <List.Item key={check}>{message}</List.Item>
              ))}
            </List>
          </Alert>
        )}
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
