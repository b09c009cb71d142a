import { Alert, Button, Code, List, Select, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { AdminCategory } from '../../src/catalog/categories/category-contract.ts';
import { DialogButtons } from '../parts/dialogs/dialog-buttons.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { isWithin } from './build-tree.ts';
import { describeImpact } from './describe-impact.ts';
import { useCategoryChange } from './use-category-change.ts';

const TOP = 'top';
const DEEPEST_LEVEL = 6;

/** Moves a category in the tree: choose a parent, see the counted effect, confirm. */
export function MoveCategory({
  category,
  categories,
}: {
  category: AdminCategory;
  categories: AdminCategory[];
}) {
  const [parent, setParent] = useState<string | null>(null);
  const { counting, change, error, isPending } = useCategoryChange(category, () => modals.closeAll());
  const places = categories.filter(
    (other) => !isWithin(other, category) && other.level < DEEPEST_LEVEL && other.id !== category.parent_id,
  );
  const choose = (value: string | null) => {
    setParent(value);
    counting.reset();
    if (value) counting.mutate({ parent_id: value === TOP ? null : value });
  };
  const counted = counting.data;
  return (
    <Stack>
      <Text size="sm">
        It stands at <Code>{category.path}</Code>. Its sub-categories go with it.
      </Text>
      <Select
        label="Move it into"
        placeholder="Type a name or a part of the path"
        searchable
        data-autofocus
        maxDropdownHeight={260}
        data={[
          ...(category.parent_id ? [{ value: TOP, label: '(top of the tree)' }] : []),
          ...places.map(({ id, path }) => ({ value: id, label: path })),
        ]}
        value={parent}
        onChange={choose}
      />
      {counted && (
        <Alert color="blue" title="What will happen">
          <List size="sm">
            <List.Item>
              It will stand at <Code>{counted.category.path}</Code>,{' '}
              {describeKind(category, counted.category)}.
            </List.Item>
            {describeImpact(counted.impact).map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {error && <ProblemNotice problem={error} />}
      <DialogButtons>
        <Button
          disabled={!counted}
          loading={isPending}
          onClick={() => change.mutate({ parent_id: parent === TOP ? null : parent })}
        >
          Move category
        </Button>
      </DialogButtons>
    </Stack>
  );
}

function describeKind(before: AdminCategory, after: AdminCategory): string {
  return before.archive_kind === after.archive_kind
    ? `still of the kind ${after.archive_kind}`
    : `and its kind goes from ${before.archive_kind} to ${after.archive_kind}`;
}
