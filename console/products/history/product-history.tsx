import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { useMayActAs } from '../../api/api-context.ts';
import { useListRead } from '../../api/use-read.ts';
import { EmptyNotice } from '../../parts/empty-notice.tsx';
import { PageButtons } from '../../parts/list/page-buttons.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { countOf } from '../../parts/text/number-format.ts';
import { TextLink } from '../../parts/text/text-link.tsx';
import { HistoryRow } from './history-row.tsx';
import { RevertDialog, type Reverting } from './revert-dialog.tsx';
import { UnmergeDialog } from './unmerge-dialog.tsx';

const SIZE = 20;

/** The changes of the product, newest first: what changed, why, and how to undo it. */
export function ProductHistory({ product }: { product: AdminProduct }) {
  const { page = 1 } = useSearch({ from: '/products/$productId' });
  const navigate = useNavigate({ from: '/products/$productId' });
  const mayEdit = useMayActAs('editor');
  const [reverting, setReverting] = useState<Reverting>();
  const [unmergingId, setUnmergingId] = useState<string>();
  const history = useListRead('/products/{id}/history', {
    path: { id: product.id },
    query: { page, size: SIZE },
  });
  if (history.error && !history.data)
    return <ProblemNotice problem={history.error} onRetry={() => void history.refetch()} />;
  if (!history.data) return <Skeleton height={240} />;
  const { items, total } = history.data;
  if (total === 0) {
    return (
      <EmptyNotice title="No change is on record">
        Imports write no history of single products; their facts are under Sources.
      </EmptyNotice>
    );
  }
  return (
    <>
      <Stack component="ol" gap="xs" p={0} m={0} aria-label="History" aria-busy={history.isPlaceholderData}>
        {items.map((entry) => (
          <HistoryRow
            key={entry.seq}
            entry={entry}
            {...(mayEdit && product.status !== 'archived'
              ? { onRevert: (field: string) => setReverting({ entry, field }) }
              : {})}
            {...(mayEdit ? { onUnmerge: setUnmergingId } : {})}
          />
        ))}
      </Stack>
      <Group justify="space-between" mt="sm">
        <Group gap="sm" fz="sm">
          <Text inherit c="dimmed" aria-live="polite">
            {countOf(total, 'change')}. Imports leave none here.
          </Text>
          <TextLink to="/audit" search={{ entity: 'product', entity_id: product.id }}>
            The same in the audit log
          </TextLink>
        </Group>
        <PageButtons
          {...{ page, size: SIZE, total }}
          onPage={(next) =>
            void navigate({
              search: (before) => ({ ...before, page: next === 1 ? undefined : next }),
              replace: true,
            })
          }
        />
      </Group>
      {reverting && <RevertDialog product={product} {...reverting} onClose={() => setReverting(undefined)} />}
      {unmergingId && <UnmergeDialog productId={unmergingId} onClose={() => setUnmergingId(undefined)} />}
    </>
  );
}
