import { Button, Menu, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconBookmark, IconChevronDown, IconShare } from '@tabler/icons-react';
import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import type { SavedView } from '../../../src/access/operators/views/view-contract.ts';
import { useOperator } from '../../api/api-context.ts';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { confirmChange } from '../confirm-dialog.tsx';
import type { ListLook } from './use-list-look.ts';
import { ViewForm } from './view-form.tsx';
import { buildViewParams, isSameParams, LIST_PATHS, type ViewList } from './view-params.ts';

/** Returns the link of a view. */
export function targetOf({ id, list, params }: SavedView): NavigateOptions {
  return { to: LIST_PATHS[list], search: { ...params, view: id } } as NavigateOptions;
}

/** The saved views of a list: open one, or save the current address as one. */
export function SavedViews({
  list,
  search,
  look,
}: {
  list: ViewList;
  search: { view?: string | undefined; columns?: string | undefined };
  look?: ListLook;
}) {
  const operator = useOperator();
  const navigate = useNavigate();
  const views = useRead('/views');
  const remove = useWrite<SavedView>({
    write: (api, { id }) => api.delete('/views/{id}', { path: { id } }),
    done: (_result, { name }) => `The view ${name} is deleted`,
    refresh: [['views']],
    failed: 'The view is not deleted',
  });
  const overwrite = useWrite<{ view: SavedView; params: Record<string, string> }>({
    write: (api, { view, params }) => api.patch('/views/{id}', { path: { id: view.id }, body: { params } }),
    done: (_result, { view }) => `The view ${view.name} is as the list is now`,
    refresh: [['views']],
    failed: 'The view is not saved',
  });
  const ofList = (views.data?.items ?? []).filter((view) => view.list === list);
  const own = ofList.filter(({ owner }) => owner.id === operator.id);
  const shared = ofList.filter(({ owner }) => owner.id !== operator.id);
  const open = ofList.find(({ id }) => id === search.view);
  const mayChange = open && (open.owner.id === operator.id || operator.role === 'admin');
  const params = buildViewParams(search, look && !look.isUsual ? look.shown.join(',') : undefined);
  const isChanged = open !== undefined && !isSameParams(open.params, params);
  const askName = (view: SavedView | undefined) =>
    modals.open({
      title: view ? `Rename or share ${view.name}` : 'Save this view',
      children: (
        <ViewForm
          list={list}
          params={params}
          view={view}
          onSaved={(saved) => void navigate(targetOf(saved))}
        />
      ),
    });
  const askAndRemove = async (view: SavedView) => {
    const whose = view.is_shared ? 'It is gone for everybody it is shared with.' : 'It is not shared.';
    const isWanted = await confirmChange({
      title: `Delete the view ${view.name}?`,
      consequences: [whose],
      action: 'Delete view',
      isDangerous: true,
    });
    if (isWanted) remove.mutate(view);
  };
  const listItems = (title: string, items: SavedView[]) =>
    items.length > 0 && (
      <>
        <Menu.Label>{title}</Menu.Label>
        {items.map((view) => (
          <Menu.Item
            key={view.id}
            onClick={() => void navigate(targetOf(view))}
            rightSection={view.is_shared && <IconShare size={14} aria-label="shared" />}
          >
            {view.name}
            {view.owner.id !== operator.id && (
              <Text size="xs" c="dimmed">
                of {view.owner.email}
              </Text>
            )}
          </Menu.Item>
        ))}
      </>
    );
  const label = open ? `${open.name}${isChanged ? ' (changed)' : ''}` : 'Views';
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={14} />}
          rightSection={<IconChevronDown size={14} />}
          maw={260}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {listItems('Yours', own)}
        {listItems('Shared', shared)}
        {ofList.length > 0 && <Menu.Divider />}
        {open && mayChange && isChanged && (
          <Menu.Item onClick={() => overwrite.mutate({ view: open, params })}>
            Save the changes to {open.name}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => askName(undefined)}>Save as a new view…</Menu.Item>
        {open && mayChange && (
          <>
            <Menu.Item onClick={() => askName(open)}>Rename or share {open.name}…</Menu.Item>
            <Menu.Item onClick={() => void askAndRemove(open)}>Delete {open.name}…</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
