import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconTrash } from '@tabler/icons-react';
import type { AdminProduct } from '../../src/catalog/products/administration/product-admin-contract.ts';
import type { Body } from '../api/api-calls.ts';
import { useMayActAs } from '../api/api-context.ts';
import { isProblem } from '../api/api-problem.ts';
import { useWrite } from '../api/use-write.ts';
import { loaded, PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { RemoveBarcode } from './remove-barcode.tsx';

type Barcode = AdminProduct['barcodes'][number];
type BarcodeEdit = Body<'patch', '/products/{id}/barcodes/{gtin}'>;
const PACK_LEVELS: Barcode['pack_level'][] = ['each', 'inner', 'case', 'pallet'];

/** The codes that find the product: add, describe, make primary, or remove them. */
export function ProductBarcodes({ product }: { product: AdminProduct }) {
  const mayEdit = useMayActAs('editor') && product.status !== 'archived';
  const pathOf = (gtin: string) => ({ id: product.id, gtin });
  const change = useWrite<{ gtin: string; body: BarcodeEdit }>({
    write: (api, { gtin, body }) => api.patch('/products/{id}/barcodes/{gtin}', { path: pathOf(gtin), body }),
    done: (_product, { gtin }) => `${gtin} is changed`,
    refresh: [['products']],
    failed: 'The barcode is as before',
  });
  const makePrimary = useWrite<string>({
    write: (api, gtin) => api.post('/products/{id}/barcodes/{gtin}/primary', { path: pathOf(gtin) }),
    done: (_product, gtin) => `${gtin} is the primary barcode`,
    refresh: [['products']],
    failed: 'The primary barcode is as before',
  });
  const askToRemove = (barcode: Barcode) =>
    modals.open({
      title: `Remove ${barcode.gtin}?`,
      children: <RemoveBarcode product={product} barcode={barcode} />,
    });
  return (
    <Panel title="Barcodes">
      <PagedTable<Barcode>
        label="Barcodes"
        state={loaded(product.barcodes)}
        rowKey={(barcode) => barcode.gtin}
        empty={<Text size="sm">No barcode: no scan finds the product.</Text>}
        columns={[
          {
            header: 'Code',
            cell: (barcode) => (
              <Group gap="xs">
                <span className="code-text">{barcode.gtin}</span>
                {barcode.is_primary && <Badge color="indigo">primary</Badge>}
              </Group>
            ),
          },
          { header: 'Type', cell: (barcode) => barcode.type.replace('gtin', 'GTIN-') },
          {
            header: 'Pack',
            cell: (barcode) => (
              <Select
                aria-label={`Pack level of ${barcode.gtin}`}
                w={100}
                allowDeselect={false}
                disabled={!mayEdit}
                data={PACK_LEVELS}
                value={barcode.pack_level}
                onChange={(level) =>
                  level && change.mutate({ gtin: barcode.gtin, body: { pack_level: level } })
                }
              />
            ),
          },
          {
            header: 'Region',
            cell: (barcode) => (
              <TextInput
                key={barcode.region}
                aria-label={`Region of ${barcode.gtin}`}
                w={90}
                placeholder="any"
                disabled={!mayEdit}
                defaultValue={barcode.region ?? ''}
                onBlur={(event) => {
                  const region = event.currentTarget.value.trim().toUpperCase() || null;
                  if (region !== barcode.region) change.mutate({ gtin: barcode.gtin, body: { region } });
                }}
              />
            ),
          },
          {
            header: 'Change',
            align: 'right',
            cell: (barcode) =>
              mayEdit && (
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  {!barcode.is_primary && (
                    <Button
                      variant="default"
                      loading={makePrimary.isPending && makePrimary.variables === barcode.gtin}
                      onClick={() => makePrimary.mutate(barcode.gtin)}
                    >
                      Make primary
                    </Button>
                  )}
                  <Tooltip label="Remove">
                    <ActionIcon aria-label={`Remove ${barcode.gtin}`} onClick={() => askToRemove(barcode)}>
                      <IconTrash size={16} />
                    </ActionIcon>
                  </Tooltip>
                </Group>
              ),
          },
        ]}
      />
      {mayEdit && <NewBarcode product={product} />}
    </Panel>
  );
}

function NewBarcode({ product }: { product: AdminProduct }) {
  const form = useForm({
    initialValues: {
      gtin: '',
      pack_level: null as Barcode['pack_level'] | null,
      region: '',
      is_primary: false,
    },
  });
  const add = useWrite<typeof form.values>({
    write: (api, { gtin, pack_level: level, region, is_primary: isPrimary }) =>
      api.post('/products/{id}/barcodes', {
        path: { id: product.id },
        body: {
          gtin: gtin.trim(),
          ...(level ? { pack_level: level } : {}),
          ...(region.trim() ? { region: region.trim().toUpperCase() } : {}),
          ...(isPrimary ? { is_primary: true } : {}),
        },
      }),
    done: (_product, { gtin }) => `${gtin} finds ${product.name} now`,
    refresh: [['products']],
    onDone: () => form.reset(),
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack gap="xs" mt="sm">
        <Group gap="xs" align="flex-end">
          <TextInput label="Another barcode" required {...form.getInputProps('gtin')} />
          <Select
            label="Pack"
            w={130}
            placeholder="by the code"
            clearable
            data={PACK_LEVELS}
            {...form.getInputProps('pack_level')}
          />
          <TextInput label="Region" w={90} placeholder="any" {...form.getInputProps('region')} />
          <Checkbox label="Primary" pb={7} {...form.getInputProps('is_primary', { type: 'checkbox' })} />
          <Button type="submit" variant="default" loading={add.isPending}>
            Add
          </Button>
        </Group>
        {add.error && <ProblemNotice problem={add.error} />}
        {isProblem(add.error, 'barcode_conflict') && (
          <Text size="sm">
            It belongs to{' '}
            <TextLink
              to="/products/$productId"
              params={{ productId: String(add.error.details['product_id']) }}
            >
              {String(add.error.details['product_name'])}
            </TextLink>
            . Remove it there first, or merge the two products.
          </Text>
        )}
      </Stack>
    </form>
  );
}
