import { Badge, Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import type { AdminCategory } from '../../src/catalog/categories/category-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';
import { countOf } from '../parts/text/number-format.ts';
import { Panel } from '../parts/panel.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { ChangeCategory } from './change-category.tsx';
import { isWithin } from './build-tree.ts';
import { MoveCategory } from './move-category.tsx';
import { NewCategory } from './new-category.tsx';

interface Props {
  category: AdminCategory;
  categories: AdminCategory[];
  onOpen: (id: string | undefined) => void;
}

/** One category: its position, its content, and the actions on it. */
export function CategoryPanel({ category, categories, onOpen }: Props) {
  const mayEdit = useMayActAs('editor');
  const subtree = categories.filter((other) => isWithin(other, category));
  const products = subtree.reduce((sum, { product_count: count }) => sum + count, 0);
  return (
    <Stack>
      <Panel title={category.name} actions={<CategoryActions {...{ category, categories, onOpen }} />}>
        <Table variant="vertical" layout="fixed">
          <Table.Tbody>
            <Table.Tr>
              <Table.Th w={140}>Path</Table.Th>
              <Table.Td>
                <Code>{category.path}</Code>
              </Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Th>Archive kind</Table.Th>
              <Table.Td>
                <Group gap="xs">
                  <Badge color="gray">{category.archive_kind}</Badge>
                  <Text size="sm" c="dimmed">
                    {category.own_archive_kind ? 'its own' : 'from the category above'}
                  </Text>
                </Group>
              </Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Th>Products</Table.Th>
              <Table.Td>
                <TextLink to="/products" search={{ category: category.code }}>
                  {countOf(products, 'product')}
                </TextLink>{' '}
                with {countOf(subtree.length - 1, 'sub-category', 'sub-categories')};{' '}
                {countOf(category.product_count, 'product')} of its own, {category.in_use_count} in use
              </Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </Panel>
      {mayEdit && (
        <Panel title="Change">
          {/* A new key after a change makes the form show the saved state. */}
          <ChangeCategory key={JSON.stringify(category)} category={category} />
        </Panel>
      )}
    </Stack>
  );
}

function CategoryActions({ category, categories, onOpen }: Props) {
  const isAdmin = useMayActAs('admin');
  const remove = useAskedWrite({
    ask: () => ({
      title: `Delete ${category.name}?`,
      consequences: [`${category.path} has no products and no sub-categories. It is gone afterwards.`],
      action: 'Delete category',
      isDangerous: true,
    }),
    write: (api) => api.delete('/categories/{id}', { path: { id: category.id } }),
    done: () => `${category.name} is deleted`,
    refresh: [['categories']],
    failed: `${category.name} is not deleted`,
    onDone: () => onOpen(category.parent_id ?? undefined),
  });
  if (!isAdmin) return null;
  const isEmpty =
    category.product_count === 0 && !categories.some(({ parent_id: parent }) => parent === category.id);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() =>
          modals.open({
            title: `New category in ${category.name}`,
            children: <NewCategory parent={category} onMade={onOpen} />,
          })
        }
      >
        Sub-category
      </Button>
      <Button
        variant="default"
        onClick={() =>
          modals.open({
            title: `Move ${category.name}`,
            children: <MoveCategory category={category} categories={categories} />,
          })
        }
      >
        Move…
      </Button>
      <Button
        variant="default"
        disabled={!isEmpty}
        title={isEmpty ? undefined : 'Only a category without products and sub-categories can be deleted'}
        onClick={() => remove.mutate()}
        loading={remove.isPending}
      >
        Delete…
      </Button>
    </>
  );
}
