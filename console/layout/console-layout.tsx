import {
  AppShell,
  Burger,
  Group,
  ScrollArea,
  Text,
  ActionIcon,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { mayActAs } from '../../src/platform/http/callers/operator.ts';
import { useApi, useOperator } from '../api/api-context.ts';
import { loadPart } from '../load-file.ts';
import { createShortcutStore, ShortcutProvider, useShortcutKeys, useShortcuts } from '../parts/shortcuts.ts';
import { DeskProvider } from '../review/desk/desk-context.ts';
import { createDraftStore } from '../review/desk/draft-store.ts';
import { createReviewDesk } from '../review/desk/review-desk.ts';
import { listAreas, type NavigationArea } from './navigation-areas.ts';
import { Navigation } from './navigation.tsx';
import { OperatorMenu } from './operator-menu.tsx';
import { PaletteOpener } from './palette/palette-opener.tsx';
import { SEARCH_FIELD_ID, SearchEverywhere } from './search-everywhere.tsx';
import { StaleBanner } from './stale-banner.tsx';
import { IconMoon, IconSun } from '@tabler/icons-react';

// Not needed for the first paint.
const KeyboardHelp = loadPart(async () => (await import('./keyboard-help.tsx')).KeyboardHelp);

/** The frame of every page: navigation on the left, search and operator menu on top, global shortcuts. */
export function ConsoleLayout() {
  const operator = useOperator();
  const [store] = useState(createShortcutStore);
  const desk = useReviewDesk(operator.id);
  const [areShortcutsOn, setShortcutsOn] = useLocalStorage({ key: 'shortcuts', defaultValue: true });
  // Undefined until the help is first opened, so that its code loads on demand.
  const [isHelpOpen, setHelpOpen] = useState<boolean>();
  const [isMenuOpen, menu] = useDisclosure(false);
  const areas = useMemo(() => listAreas((wanted) => mayActAs(operator.role, wanted)), [operator.role]);
  useShortcutKeys(store, areShortcutsOn);
  return (
    <ShortcutProvider value={store}>
      <GlobalShortcuts areas={areas} onHelp={() => setHelpOpen((isOpen) => !isOpen)} />
      <PaletteOpener areas={areas} onHelp={() => setHelpOpen(true)} />
      <a href="#page" className="skip-link">
        Skip to the page
      </a>
      <AppShell
        header={{ height: 48 }}
        navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
        padding="md"
      >
        <AppShell.Header>
          <Group h="100%" px="md" gap="md" wrap="nowrap">
            <Burger
              opened={isMenuOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Areas"
              aria-expanded={isMenuOpen}
            />
            <Text fw={700} w={176} visibleFrom="sm">
              Factshelf
            </Text>
            <SearchEverywhere areas={areas} />
            <Group gap={4} ml="auto" wrap="nowrap">
              <ColorSchemeSwitch />
              <OperatorMenu onHelp={() => setHelpOpen(true)} />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label="Areas">
          <ScrollArea>
            <Navigation areas={areas} onChosen={menu.close} />
          </ScrollArea>
        </AppShell.Navbar>
        <AppShell.Main id="page" tabIndex={-1} style={{ outline: 'none' }}>
          <StaleBanner />
          <DeskProvider value={desk}>
            {/* Inside the router, so that links in dialogs work. */}
            <ModalsProvider>
              <Outlet />
            </ModalsProvider>
          </DeskProvider>
        </AppShell.Main>
      </AppShell>
      {/* Never lazy-loaded: notices before it is mounted would be lost. */}
      <Notifications position="bottom-right" autoClose={6_000} />
      <Suspense>
        {isHelpOpen !== undefined && (
          <KeyboardHelp
            isOpen={isHelpOpen}
            onClose={() => setHelpOpen(false)}
            store={store}
            areShortcutsOn={areShortcutsOn}
            onSwitch={setShortcutsOn}
          />
        )}
      </Suspense>
    </ShortcutProvider>
  );
}

/** Held above the pages, so that a draft decision survives when a link in the submission is followed. */
function useReviewDesk(operatorId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [desk] = useState(() =>
    createReviewDesk(
      api,
      queryClient,
      createDraftStore(globalThis.sessionStorage, `review-drafts:${operatorId}`),
    ),
  );
  useEffect(() => {
    globalThis.addEventListener('pagehide', desk.hold.close);
    return () => globalThis.removeEventListener('pagehide', desk.hold.close);
  }, [desk]);
  return desk;
}

/** Shortcuts that work everywhere: navigation, search and help. */
function GlobalShortcuts({ areas, onHelp }: { areas: NavigationArea[]; onHelp: () => void }) {
  const navigate = useNavigate();
  useShortcuts('Everywhere', [
    { keys: '/', label: 'Search', run: () => document.getElementById(SEARCH_FIELD_ID)?.focus() },
    { keys: '?', label: 'This help', run: onHelp },
    ...areas
      .flatMap(({ items }) => items)
      .map(({ key, label, to }) => ({
        keys: `g ${key}`,
        label: `Go to ${label}`,
        run: () => void navigate({ to }),
      })),
  ]);
  return null;
}

function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const current = useComputedColorScheme('light');
  const other = current === 'dark' ? 'light' : 'dark';
  return (
    <Tooltip label={`Switch to ${other}`}>
      <ActionIcon size="lg" aria-label={`Switch to ${other}`} onClick={() => setColorScheme(other)}>
        {current === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}
