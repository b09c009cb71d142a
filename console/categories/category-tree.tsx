import { Group, ScrollArea, Text, TextInput, Tree, UnstyledButton, useTree } from '@mantine/core';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { AdminCategory } from '../../src/catalog/categories/category-contract.ts';
import { formatCount } from '../parts/text/number-format.ts';
import { buildTree, filterCategories, isWithin, listAncestors } from './build-tree.ts';

/** The tree, with the number of products in each subtree. Arrow keys navigate it, and a text filters it. */
export function CategoryTree({
  categories,
  openId,
  onOpen,
}: {
  categories: AdminCategory[];
  openId: string | undefined;
  onOpen: (id: string) => void;
}) {
  const [text, setText] = useState('');
  const shown = useMemo(() => filterCategories(categories, text), [categories, text]);
  const data = useMemo(() => buildTree(shown), [shown]);
  const counts = useMemo(() => countSubtrees(categories), [categories]);
  const tree = useTree({
    initialExpandedState: Object.fromEntries(listAncestors(categories, openId).map((id) => [id, true])),
  });
  const { expandAllNodes } = tree;
  useEffect(() => {
    if (text !== '') expandAllNodes();
  }, [text, expandAllNodes]);
  return (
    <>
      <TextInput
        aria-label="Find a category"
        placeholder="Find a category"
        leftSection={<IconSearch size={14} />}
        mb="xs"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah="calc(100vh - 240px)" offsetScrollbars="present">
        {data.length === 0 && (
          <Text size="sm" c="dimmed">
            No category fits.
          </Text>
        )}
        <Tree
          data={data}
          tree={tree}
          levelOffset="md"
          renderNode={({ node, expanded, hasChildren, elementProps }) => (
            <Group
              gap={4}
              wrap="nowrap"
              {...elementProps}
              py={2}
              pr={4}
              style={{
                ...elementProps.style,
                borderRadius: 4,
                ...(node.value === openId ? { background: 'var(--mantine-primary-color-light)' } : {}),
              }}
            >
              <IconChevronRight
                size={14}
                style={{
                  flexShrink: 0,
                  visibility: hasChildren ? 'visible' : 'hidden',
                  transform: expanded ? 'rotate(90deg)' : 'none',
                }}
              />
              <UnstyledButton
                fz="sm"
                flex={1}
                miw={0}
                tabIndex={-1}
                aria-current={node.value === openId || undefined}
                onClick={() => onOpen(node.value)}
              >
                {node.label}
              </UnstyledButton>
              <Text size="xs" c="dimmed">
                {formatCount(counts.get(node.value) ?? 0)}
              </Text>
            </Group>
          )}
        />
      </ScrollArea.Autosize>
    </>
  );
}

function countSubtrees(categories: AdminCategory[]): Map<string, number> {
  return new Map(
    categories.map((category) => [
      category.id,
      categories
        .filter((other) => isWithin(other, category))
        .reduce((sum, other) => sum + other.product_count, 0),
    ]),
  );
}
