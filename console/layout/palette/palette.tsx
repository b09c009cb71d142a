import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useOperator } from '../../api/api-context.ts';
import { listRecentPlaces } from '../../parts/recent-places.ts';
import type { NavigationArea } from '../navigation-areas.ts';
import { useFound, type Found } from '../use-found.ts';
import { useActions } from './use-actions.tsx';

const PAUSE_MS = 150;

interface Command {
  key: string;
  label: string;
  note?: string | undefined;
  run: () => unknown;
}

/** A command palette: finds every page and action by a few letters of its name. */
export function Palette({
  areas,
  openings,
  onHelp,
}: {
  areas: NavigationArea[];
  /** A counter: the palette opens each time it increases. */
  openings: number;
  onHelp: () => void;
}) {
  const operator = useOperator();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const actions = useActions(onHelp);
  const found = useFound(q, areas);
  useEffect(() => {
    if (openings > 0) spotlight.open();
  }, [openings]);
  const wanted = typed.trim().toLowerCase();
  const go = (target: NavigateOptions) => () => navigate(target);
  const groups: { title: string; commands: Command[] }[] = [
    {
      title: 'Opened last',
      commands: listRecentPlaces(operator.id).map(({ path, title }) => ({
        key: `recent ${path}`,
        label: title,
        note: path.split('/')[1],
        run: go({ to: path } as NavigateOptions),
      })),
    },
    { title: 'Actions', commands: actions.map((action) => ({ key: `action ${action.label}`, ...action })) },
    {
      title: 'Pages',
      commands: areas
        .flatMap(({ items }) => items)
        .map(({ label, to, key }) => ({
          key: `page ${to}`,
          label,
          note: `g ${key}`,
          run: go({ to } as NavigateOptions),
        })),
    },
  ];
  const fitting = groups.map(({ title, commands }) => ({
    title,
    commands: commands.filter(({ label }) => label.toLowerCase().includes(wanted)),
  }));
  const things = (wanted ? found : [])
    .filter(({ title }) => title !== 'Pages')
    .map(({ title, items }) => ({
      title,
      commands: items.map(({ target, ...item }: Found): Command => ({ ...item, run: go(target) })),
    }));
  const shown = [...fitting, ...things].filter(({ commands }) => commands.length > 0);
  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={setTyped}
      // The layout handles the shortcut, before and after this is loaded.
      shortcut={null}
      scrollable
      maxHeight={480}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': 'Commands' } }}
    >
      <Spotlight.Search
        aria-label="Command"
        placeholder="What to do, or where to go"
        leftSection={<IconSearch size={18} />}
      />
      <Spotlight.ActionsList>
        {shown.map(({ title, commands }) => (
          <Spotlight.ActionsGroup key={title} label={title}>
            {commands.map(({ key, label, note, run }) => (
              <Spotlight.Action
                key={key}
                label={label}
                onClick={() => void run()}
                rightSection={
                  note && (
                    <Text size="xs" truncate maw={220}>
                      {note}
                    </Text>
                  )
                }
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 && <Spotlight.Empty>Nothing fits</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
