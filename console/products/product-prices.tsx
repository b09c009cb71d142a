import {
  ActionIcon,
  Badge,
  Button,
  Group,
  NumberInput,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import type {
  AdminMsrp,
  AdminProduct,
} from '../../src/catalog/products/administration/product-admin-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';
import { useWrite } from '../api/use-write.ts';
import { loaded, PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';

/** Suggested retail prices as recorded; each is a snapshot that is added or removed, never changed. */
export function ProductPrices({ product }: { product: AdminProduct }) {
  const mayEdit = useMayActAs('editor') && product.status !== 'archived';
  const remove = useAskedWrite<AdminMsrp>({
    ask: (price) => ({
      title: 'Remove this price?',
      consequences: [`${formatPrice(price)} for ${price.region} is no longer shown as a suggested price.`],
      action: 'Remove price',
      isDangerous: true,
    }),
    write: (api, price) =>
      api.delete('/products/{id}/msrp/{msrp_id}', { path: { id: product.id, msrp_id: price.id } }),
    done: (_list, price) => `The price of ${formatPrice(price)} is removed`,
    refresh: [['products']],
    failed: 'The price is still there',
  });
  return (
    <Stack mt="md">
      <Panel title="Suggested retail prices">
        <PagedTable<AdminMsrp>
          label="Suggested retail prices"
          state={loaded(product.msrp)}
          rowKey={(price) => price.id}
          empty={<Text size="sm">No price is known.</Text>}
          columns={[
            {
              header: 'Price',
              cell: (price) => (
                <Group gap="xs">
                  {formatPrice(price)}
                  {!price.is_public && <Badge color="gray">not shown</Badge>}
                </Group>
              ),
            },
            { header: 'Region', cell: (price) => price.region },
            { header: 'From', cell: (price) => price.effective_date ?? '–' },
            { header: 'Source', cell: (price) => price.source.name },
            { header: 'Note', cell: (price) => price.note ?? '–' },
            { header: 'Recorded', cell: (price) => <RelativeTime value={price.recorded_at} /> },
            {
              header: 'Change',
              align: 'right',
              cell: (price) =>
                mayEdit && (
                  <Tooltip label="Remove">
                    <ActionIcon
                      aria-label={`Remove ${formatPrice(price)}`}
                      onClick={() => remove.mutate(price)}
                    >
                      <IconTrash size={16} />
                    </ActionIcon>
                  </Tooltip>
                ),
            },
          ]}
        />
        {mayEdit && <NewPrice product={product} />}
      </Panel>
    </Stack>
  );
}

function NewPrice({ product }: { product: AdminProduct }) {
  const form = useForm({
    initialValues: {
      amount: '' as number | '',
      currency: 'EUR',
      region: 'GLOBAL',
      effective_date: '',
      source_url: '',
      note: '',
    },
  });
  const add = useWrite<typeof form.values>({
    write: (api, values) =>
      api.post('/products/{id}/msrp', {
        path: { id: product.id },
        body: {
          ...values,
          amount: Number(values.amount),
          effective_date: values.effective_date || null,
          source_url: values.source_url || null,
          note: values.note || null,
        },
      }),
    done: () => 'The price is recorded',
    refresh: [['products']],
    onDone: () => form.reset(),
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Group gap="xs" align="flex-end" mt="sm">
        <NumberInput label="Amount" w={110} min={0} required hideControls {...form.getInputProps('amount')} />
        <TextInput label="Currency" w={80} maxLength={3} required {...form.getInputProps('currency')} />
        <TextInput label="Region" w={90} required {...form.getInputProps('region')} />
        <TextInput label="From" type="date" w={140} {...form.getInputProps('effective_date')} />
        <TextInput label="Where it says so" type="url" w={200} {...form.getInputProps('source_url')} />
        <TextInput label="Note" w={160} {...form.getInputProps('note')} />
        <Button type="submit" variant="default" loading={add.isPending}>
          Record
        </Button>
      </Group>
      {add.error && <ProblemNotice problem={add.error} />}
    </form>
  );
}

function formatPrice({ amount, currency }: { amount: number; currency: string }): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
}
