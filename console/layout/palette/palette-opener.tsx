import { useHotkeys } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { loadPart } from '../../load-file.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import type { NavigationArea } from '../navigation-areas.ts';

const Palette = loadPart(async () => (await import('./palette.tsx')).Palette);

/** Opens the palette on Ctrl K or ⌘ K, wherever the focus is; the first press loads its code. */
export function PaletteOpener({ areas, onHelp }: { areas: NavigationArea[]; onHelp: () => void }) {
  const [openings, setOpenings] = useState(0);
  const open = () => setOpenings((before) => before + 1);
  useHotkeys([['mod+K', open]], []);
  // Registered for the help only: no single key has this name.
  useShortcuts('Commands', [{ keys: 'Ctrl K', label: 'Do or find anything', run: open }]);
  if (openings === 0) return null;
  return (
    <Suspense>
      <Palette areas={areas} openings={openings} onHelp={onHelp} />
    </Suspense>
  );
}
