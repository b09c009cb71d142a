import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { SavedView } from '../../../src/access/operators/views/view-contract.ts';
import { useWrite } from '../../api/use-write.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import type { ViewList } from './view-params.ts';

/** Creates a view of the current list, or renames an existing one. */
export function ViewForm({
  list,
  params,
  view,
  onSaved,
}: {
  list: ViewList;
  params: Record<string, string>;
  view: SavedView | undefined;
  /** Called for a new view only. */
  onSaved: (view: SavedView) => void;
}) {
  const form = useForm({ initialValues: { name: view?.name ?? '', is_shared: view?.is_shared ?? false } });
  const save = useWrite<typeof form.values, SavedView>({
    write: (api, body) =>
      view
        ? api.patch('/views/{id}', { path: { id: view.id }, body })
        : api.post('/views', { body: { ...body, list, params } }),
    done: ({ name }) => `The view ${name} is saved`,
    refresh: [['views']],
    onDone: (saved) => {
      modals.closeAll();
      if (!view) onSaved(saved);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <TextInput label="Name" required maxLength={80} data-autofocus {...form.getInputProps('name')} />
        <Checkbox
          label="Shared: every operator who may see this list can open it"
          {...form.getInputProps('is_shared', { type: 'checkbox' })}
        />
        {save.isError && <ProblemNotice problem={save.error} />}
        <Button type="submit" loading={save.isPending}>
          Save view
        </Button>
      </Stack>
    </form>
  );
}
