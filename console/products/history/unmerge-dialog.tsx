import { Alert, Button, List, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UnmergePreview } from '../../../src/catalog/merge/merge-contract.ts';
import { useApi } from '../../api/api-context.ts';
import { useWrite } from '../../api/use-write.ts';
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { countOf } from '../../parts/text/number-format.ts';
import { ProductEffect } from './product-effect.tsx';
import { UnmergeRefusal } from './unmerge-refusal.tsx';

/** Hidden: these follow from the status, and name the other product by its id. */
const FOLLOWS = ['archive_reason', 'merged_into_id'];

/** Undoes the merge that archived a product; the effect on both products is shown first. */
export function UnmergeDialog({ productId, onClose }: { productId: string; onClose: () => void }) {
  const api = useApi();
  const path = { id: productId };
  const preview = useQuery(
    queryOptions({
      queryKey: ['products', productId, 'unmerge-preview'],
      queryFn: ({ signal }) => api.post('/products/{id}/unmerge/preview', { path, body: {} }, { signal }),
      retry: false,
      staleTime: 0,
    }),
  );
  const unmerge = useWrite<UnmergePreview>({
    write: (client, { product: { version } }) =>
      client.post('/products/{id}/unmerge', { path, body: { version } }),
    done: (_product, { product }) => `${product.name} is a product of its own again`,
    refresh: [['products']],
    onDone: onClose,
  });
  const problem = unmerge.error ?? preview.error;
  const reload = () => {
    unmerge.reset();
    void preview.refetch();
  };
  return (
    <Modal opened size="xl" onClose={onClose} title="Take the merge back?">
      <Stack gap="sm">
        {preview.isPending && <Skeleton height={160} />}
        {preview.data && <Effect preview={preview.data} />}
        {problem && (
          <>
            <ProblemNotice problem={problem} title="It cannot be taken back as things are" onRetry={reload} />
            <UnmergeRefusal problem={problem} />
          </>
        )}
        <DialogButtons onLeave={onClose}>
          <Button
            color="red.9"
            disabled={!preview.data || problem !== null}
            loading={unmerge.isPending}
            onClick={() => preview.data && unmerge.mutate(preview.data)}
          >
            Take the merge back
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}

function Effect({ preview }: { preview: UnmergePreview }) {
  const { product, other } = preview;
  return (
    <>
      <Alert color="blue" title="What will happen">
        <List size="sm">
          <List.Item>
            <b>{product.name}</b> is a product of its own again, and <b>{other.name}</b> is as it was before.
          </List.Item>
          <List.Item>
            {countOf(preview.source_record_count, 'source record')} and{' '}
            {countOf(preview.submission_count, 'submission')} go back with it.
          </List.Item>
        </List>
      </Alert>
      {[product, other].map((one) => (
        <section key={one.id} aria-label={`What becomes of ${one.name}`}>
          <Title order={3} size="sm">
            {one.name}{' '}
            <Text span size="xs" c="dimmed">
              {one === product ? 'comes back' : 'stays'}
            </Text>
          </Title>
          <ProductEffect
            effect={{ ...one, changes: one.changes.filter(({ name }) => !FOLLOWS.includes(name)) }}
          />
        </section>
      ))}
    </>
  );
}
