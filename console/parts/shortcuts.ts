import { noteUse } from './keys/key-uses.ts';
import { createContext, useContext, useId, useLayoutEffect, useRef } from 'react';

export interface Shortcut {
  /** One key as in `KeyboardEvent.key`, or two in sequence: `g r`. */
  keys: string;
  label: string;
  run: () => void;
  /** Repeats while the key is held: for navigation, never for a decision. */
  isRepeated?: true;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: Shortcut[];
}

/** The shortcuts of the current page: the keyboard listener runs them, and the help lists them. */
export interface ShortcutStore {
  set: (id: string, group: ShortcutGroup) => void;
  delete: (id: string) => void;
  list: () => ShortcutGroup[];
  /** Called when a dialog opens: keys go to the dialog at once, even before it has the focus. */
  setPaused: (id: string, isPaused: boolean) => void;
  isPaused: () => boolean;
}

export function createShortcutStore(): ShortcutStore {
  const groups = new Map<string, ShortcutGroup>();
  const pauses = new Set<string>();
  return {
    set: (id, group) => void groups.set(id, group),
    delete: (id) => void groups.delete(id),
    list: () => [...groups.values()],
    setPaused: (id, isPaused) => void (isPaused ? pauses.add(id) : pauses.delete(id)),
    isPaused: () => pauses.size > 0,
  };
}

const ShortcutContext = createContext<ShortcutStore | undefined>(undefined);

export const ShortcutProvider = ShortcutContext.Provider;

/** Registers shortcuts while the component is mounted. */
export function useShortcuts(title: string, shortcuts: Shortcut[]): void {
  const store = useContext(ShortcutContext);
  const id = useId();
  useLayoutEffect(() => {
    if (shortcuts.length > 0) store?.set(id, { title, shortcuts });
    else store?.delete(id);
  });
  useLayoutEffect(() => () => store?.delete(id), [store, id]);
}

/** Suspends every shortcut of the page. */
export function useShortcutPause(isPaused: boolean): void {
  const store = useContext(ShortcutContext);
  const id = useId();
  useLayoutEffect(() => {
    store?.setPaused(id, isPaused);
    return () => store?.setPaused(id, false);
  }, [store, id, isPaused]);
}

const SEQUENCE_MS = 1_000;

/** Runs the store's shortcuts on key presses outside text fields and dialogs. */
export function useShortcutKeys(store: ShortcutStore, isOn: boolean): void {
  const previous = useRef({ key: '', at: 0 });
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (store.isPaused() || isTaken(event)) return;
      const { key, at } = previous.current;
      previous.current = { key: event.key, at: event.timeStamp };
      const all = store.list().flatMap(({ shortcuts }) => shortcuts);
      const isSequence = event.timeStamp - at < SEQUENCE_MS;
      const found =
        (isSequence && all.find(({ keys }) => keys === `${key} ${event.key}`)) ||
        all.find(({ keys }) => keys === event.key);
      if (!found) return;
      event.preventDefault();
      if (event.repeat && !found.isRepeated) return;
      if (!event.repeat) noteUse(found.keys);
      found.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [store, isOn]);
}

const DIALOGS = '[role=dialog], [role=menu], [role=listbox]';
/** Radio buttons, checkboxes and switches take no text, so shortcuts keep working there. */
const TEXT_FIELDS =
  'input:not([type=radio], [type=checkbox], [type=button], [type=submit]), textarea, select, [contenteditable=true]';
/** Elements that Enter activates. */
const PRESSED_BY_ENTER = 'a[href], button, summary';

/** Returns whether the focused element uses the key itself. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(`${TEXT_FIELDS}, ${DIALOGS}`)) return true;
  return key === 'Enter' && target.closest(PRESSED_BY_ENTER) !== null;
}
