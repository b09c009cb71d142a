import { useHotkeys } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { loadPart } from '../../load-file.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import type { NavigationArea } from '../navigation-areas.ts';

const Palette = loadPart(async () => (await import('./palette.tsx')).Palette);

/** Ctrl K, or ⌘ K, wherever the focus is; the palette's file is loaded by the first press. */
export function PaletteOpener({ areas, onHelp }: { areas: NavigationArea[]; onHelp: () => void }) {
  const [openings, setOpenings] = useState(0);
  const open = () => setOpenings((before) => before + 1);
  useHotkeys([['mod+K', open]], []);
  // Told in the help; no single key is called so.
  useShortcuts('Commands', [{ keys: 'Ctrl K', label: 'Do or find anything', run: open }]);
  if (openings === 0) return null;
  return (
    <Suspense>
      <Palette areas={areas} openings={openings} onHelp={onHelp} />
    </Suspense>
  );
}
