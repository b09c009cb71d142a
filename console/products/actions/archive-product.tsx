import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { useWrite } from '../../api/use-write.ts';
import { WriteWithReason } from '../../parts/dialogs/write-with-reason.tsx';

const REASONS = ['Not sold any more', 'Not a product', 'Too little is known', 'Wrong facts throughout'];

export function ArchiveProduct({ product: { id, version, name } }: { product: AdminProduct }) {
  const archive = useWrite({
    write: (api, reason: string) =>
      api.post('/products/{id}/archive', { path: { id }, body: { version, reason } }),
    done: () => `${name} is archived`,
    refresh: [['products']],
    onDone: () => modals.closeAll(),
  });
  return (
    <WriteWithReason write={archive} action="Archive product" choices={REASONS}>
      <Text size="sm">
        The public no longer finds it by name or barcode. It keeps its facts and its barcodes, and can be
        restored.
      </Text>
    </WriteWithReason>
  );
}
