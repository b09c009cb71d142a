import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import type { HistoryEntry, RevertPreview } from '../../../src/catalog/history/history-contract.ts';
import { useApi } from '../../api/api-context.ts';
import { isProblem } from '../../api/api-problem.ts';
import { useWrite } from '../../api/use-write.ts';
import { nameField } from '../../parts/differences/name-change.ts';
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ProductEffect } from './product-effect.tsx';

export interface Reverting {
  entry: HistoryEntry;
  field: string;
}

/** Restores one field to its value before a row, after a preview from the service. */
export function RevertDialog({
  product,
  entry,
  field,
  onClose,
}: Reverting & { product: AdminProduct; onClose: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const label = nameField(field);
  const path = { id: product.id };
  const bodyOf = (version: number) => ({ version, seq: entry.seq, fields: [field] });
  // Keyed below the product, so that refetching the product refetches it too.
  const preview = useQuery(
    queryOptions({
      queryKey: ['products', product.id, 'revert-preview', bodyOf(product.version)],
      queryFn: ({ signal }) =>
        api.post('/products/{id}/revert/preview', { path, body: bodyOf(product.version) }, { signal }),
      retry: false,
      staleTime: 0,
    }),
  );
  const revert = useWrite<RevertPreview>({
    write: (client, { version }) => client.post('/products/{id}/revert', { path, body: bodyOf(version) }),
    done: () => `${label} is as before row ${entry.seq}`,
    refresh: [['products']],
    onDone: onClose,
  });
  const problem = revert.error ?? preview.error;
  const reload = () => {
    revert.reset();
    void queryClient.invalidateQueries({ queryKey: ['products', product.id] });
  };
  const isNothing = preview.data?.changes.length === 0;
  return (
    <Modal opened size="lg" onClose={onClose} title={`Revert ${label} to before row ${entry.seq}?`}>
      <Stack gap="sm">
        {preview.isPending && <Skeleton height={80} />}
        {preview.data && (
          <>
            {preview.data.changed_since.length > 0 && (
              <Alert color="orange" title="It was changed again since">
                <Text size="sm">What was said after row {entry.seq} goes too.</Text>
              </Alert>
            )}
            {isNothing ? (
              <Text size="sm">It is so already: nothing would change.</Text>
            ) : (
              <ProductEffect effect={preview.data} />
            )}
          </>
        )}
        {problem && (
          <ProblemNotice
            problem={problem}
            {...(isProblem(problem, 'version_conflict') ? { title: 'Another operator was faster' } : {})}
            onRetry={reload}
          />
        )}
        <DialogButtons onLeave={onClose}>
          <Button
            data-autofocus
            disabled={!preview.data || isNothing || problem !== null}
            loading={revert.isPending}
            onClick={() => preview.data && revert.mutate(preview.data)}
          >
            Revert {label}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
