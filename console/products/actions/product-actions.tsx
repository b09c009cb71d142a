import { Button, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { useMayActAs } from '../../api/api-context.ts';
import { useAskedWrite } from '../../api/use-asked-write.ts';
import { useWrite } from '../../api/use-write.ts';
import { openErasing } from '../../parts/dialogs/erase-form.tsx';
import { ArchiveProduct } from './archive-product.tsx';
import { MergeProduct } from './merge-product.tsx';

type Verb = 'activate' | 'deactivate' | 'restore';
const DONE: Record<Verb, string> = {
  activate: 'is public now',
  deactivate: 'is a draft now',
  restore: 'is a draft again',
};

/** The actions on the whole product, depending on its state. */
export function ProductActions({ product }: { product: AdminProduct }) {
  const mayEdit = useMayActAs('editor');
  const isAdmin = useMayActAs('admin');
  const navigate = useNavigate();
  const change = useWrite<Verb>({
    write: (api, verb) =>
      api.post(`/products/{id}/${verb}`, { path: { id: product.id }, body: { version: product.version } }),
    done: (_product, verb) => `${product.name} ${DONE[verb]}`,
    refresh: [['products']],
    failed: 'The product is as before',
  });
  const remove = useAskedWrite({
    ask: () => ({
      title: `Delete ${product.name} for good?`,
      consequences: [
        'Its facts, prices and sources are gone; its barcodes are free for other products.',
        'The audit log keeps that it was there. This cannot be taken back.',
      ],
      action: 'Delete product',
      isDangerous: true,
    }),
    write: (api) => api.delete('/products/{id}', { path: { id: product.id } }),
    done: () => `${product.name} is deleted`,
    refresh: [['products']],
    failed: 'The product is not deleted',
    onDone: () => void navigate({ to: '/products' }),
  });
  if (!mayEdit) return null;
  const isArchived = product.status === 'archived';
  return (
    <>
      {product.status === 'draft' && (
        <Button loading={change.isPending} onClick={() => change.mutate('activate')}>
          Make public
        </Button>
      )}
      {isArchived && !product.merged_into && (
        <Button loading={change.isPending} onClick={() => change.mutate('restore')}>
          Restore as a draft
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {product.is_public && (
            <Menu.Item onClick={() => change.mutate('deactivate')}>Make it a draft</Menu.Item>
          )}
          <Menu.Item
            disabled={isArchived}
            onClick={() =>
              modals.open({
                title: `Merge ${product.name} into another product`,
                size: 'xl',
                children: <MergeProduct product={product} />,
              })
            }
          >
            Merge into another…
          </Menu.Item>
          <Menu.Item
            disabled={isArchived}
            color="red"
            onClick={() =>
              modals.open({
                title: `Archive ${product.name}`,
                children: <ArchiveProduct product={product} />,
              })
            }
          >
            Archive…
          </Menu.Item>
          {isAdmin && (
            <Menu.Item disabled={!isArchived} color="red" onClick={() => remove.mutate()}>
              Delete for good…
            </Menu.Item>
          )}
          {isAdmin && (
            <Menu.Item
              disabled={!isArchived}
              color="red"
              onClick={() =>
                openErasing({
                  title: `Erase ${product.name} on request?`,
                  consequences: [
                    'It is deleted, with the submissions about it; the audit log no longer tells what it was.',
                    'No import brings it back: its barcodes and records are passed over from now on.',
                  ],
                  write: (api, reason) =>
                    api.post('/products/{id}/erase', { path: { id: product.id }, body: { reason } }),
                  done: `${product.name} is erased`,
                  refresh: [['products'], ['submissions']],
                  onDone: () => void navigate({ to: '/products' }),
                })
              }
            >
              Erase on request…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
