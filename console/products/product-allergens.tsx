import { Badge, Button, Group, MultiSelect, Stack, Table, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { AdminProduct } from '../../src/catalog/products/administration/product-admin-contract.ts';
import { ALLERGEN_CODES } from '../../src/facts/registry/fact-codes.ts';
import { useWrite } from '../api/use-write.ts';
import { WriteForm } from '../parts/dialogs/write-form.tsx';

type AllergenState = AdminProduct['allergen_states'][number];

const STATES: Record<AllergenState['state'], { label: string; color: string }> = {
  contains: { label: 'contains', color: 'red' },
  may_contain: { label: 'may contain', color: 'orange' },
  free_from: { label: 'free from', color: 'green' },
  not_stated: { label: 'not stated on the label', color: 'gray' },
  unknown: { label: 'unknown: nobody has said', color: 'gray' },
};

const showCode = (code: string): string => code.replaceAll('-', ' ');

/** The state of each allergen, with its source. */
export function ProductAllergens({ product }: { product: AdminProduct }) {
  if (product.allergen_states.length === 0) return null;
  const open = () => modals.open({ title: 'Free from allergens', children: <FreeFrom product={product} /> });
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3} size="h5">
          Allergens
        </Title>
        <Button variant="default" size="xs" onClick={open}>
          Found to be absent…
        </Button>
      </Group>
      <Table aria-label="Allergens">
        <Table.Tbody>
          {product.allergen_states.map(({ allergen, state, said_by, kinds }) => (
            <Table.Tr key={allergen}>
              <Table.Td>
                {showCode(allergen)}
                {kinds.length > 0 && ` (${kinds.map(showCode).join(', ')})`}
              </Table.Td>
              <Table.Td>
                <Badge color={STATES[state].color}>{STATES[state].label}</Badge>
              </Table.Td>
              <Table.Td>
                <Text size="sm">
                  {said_by.map((by) => `${by.source}: ${by.in.replace('_', ' ')}`).join('; ')}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function FreeFrom({ product }: { product: AdminProduct }) {
  const form = useForm({ initialValues: { allergens: product.free_from, reason: '' } });
  const write = useWrite({
    write: (api, { allergens, reason }: typeof form.values) =>
      api.put('/products/{id}/free-from', {
        path: { id: product.id },
        body: {
          version: product.version,
          allergens,
          reason: reason.trim(),
        },
      }),
    done: () => 'The allergens are noted',
    refresh: [['products']],
    onDone: () => modals.closeAll(),
  });
  return (
    <WriteForm form={form} write={write} action="Save" isReady={form.values.reason.trim() !== ''}>
      <Text size="sm">
        Against what sources state. It holds until a source states one of them in other words; the review
        queue tells of it then.
      </Text>
      <MultiSelect
        label="Not in the product"
        data={ALLERGEN_CODES.map((value) => ({ value, label: showCode(value) }))}
        {...form.getInputProps('allergens')}
      />
      <Textarea label="Reason" required maxLength={500} {...form.getInputProps('reason')} />
    </WriteForm>
  );
}
