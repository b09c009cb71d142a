import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import type { AdminBrand } from '../../src/catalog/brands/brand-contract.ts';
import { useWrite } from '../api/use-write.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** Other names of the brand, added and removed one by one. */
export function BrandAliases({ brand }: { brand: AdminBrand }) {
  const form = useForm({ initialValues: { alias: '' } });
  const add = useWrite<string>({
    write: (api, name) => api.post('/brands/{id}/aliases', { path: { id: brand.id }, body: { alias: name } }),
    done: (_brand, name) => `${name} means ${brand.name} now`,
    refresh: [['brands']],
    onDone: () => form.reset(),
  });
  const remove = useWrite<string>({
    write: (api, name) => api.delete('/brands/{id}/aliases/{alias}', { path: { id: brand.id, alias: name } }),
    done: (_brand, name) => `${name} no longer means ${brand.name}`,
    refresh: [['brands']],
    failed: 'The alias stays',
  });
  return (
    <Panel title="Also called">
      <Stack gap="sm">
        {brand.aliases.length === 0 && (
          <Text size="sm" c="dimmed">
            No other name leads to this brand.
          </Text>
        )}
        <Stack gap={2}>
          {brand.aliases.map((name) => (
            <Group key={name} justify="space-between" wrap="nowrap">
              <Text size="sm">{name}</Text>
              <Tooltip label="Remove">
                <ActionIcon
                  size="sm"
                  aria-label={`Remove ${name}`}
                  onClick={() => remove.mutate(name)}
                  loading={remove.isPending && remove.variables === name}
                >
                  <IconX size={14} />
                </ActionIcon>
              </Tooltip>
            </Group>
          ))}
        </Stack>
        <form onSubmit={form.onSubmit(({ alias }) => add.mutate(alias.trim()))}>
          <Group align="flex-end" gap="xs">
            <TextInput label="Another name" flex={1} maxLength={120} {...form.getInputProps('alias')} />
            <Button
              type="submit"
              variant="default"
              disabled={form.values.alias.trim() === ''}
              loading={add.isPending}
            >
              Add
            </Button>
          </Group>
        </form>
        {add.isError && <ProblemNotice problem={add.error} />}
      </Stack>
    </Panel>
  );
}
