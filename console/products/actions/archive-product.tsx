import { Autocomplete, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { useWrite } from '../../api/use-write.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';

const REASONS = ['Not sold any more', 'Not a product', 'Too little is known', 'Wrong facts throughout'];

export function ArchiveProduct({ product }: { product: AdminProduct }) {
  const form = useForm({ initialValues: { reason: '' } });
  const archive = useWrite({
    write: (api, { reason }: typeof form.values) =>
      api.post('/products/{id}/archive', {
        path: { id: product.id },
        body: { version: product.version, reason: reason.trim() },
      }),
    done: () => `${product.name} is archived`,
    refresh: [['products']],
    onDone: () => modals.closeAll(),
  });
  return (
    <form onSubmit={form.onSubmit((values) => archive.mutate(values))}>
      <Stack>
        <Text size="sm">
          The public no longer finds it by name or barcode. It keeps its facts and its barcodes, and can be
          restored.
        </Text>
        <Autocomplete
          label="Reason"
          required
          maxLength={500}
          data={REASONS}
          {...form.getInputProps('reason')}
        />
        {archive.error && <ProblemNotice problem={archive.error} />}
        <Button
          type="submit"
          color="red.9"
          disabled={form.values.reason.trim() === ''}
          loading={archive.isPending}
        >
          Archive product
        </Button>
      </Stack>
    </form>
  );
}
