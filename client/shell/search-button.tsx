import { atom, getDefaultStore, useAtom, useSetAtom } from 'jotai';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useUser } from '../device/session.ts';
import { storeAtom } from '../device/store.ts';
import { noteRecent } from '../search/recent.ts';
import { IconButton } from '../ui/button.tsx';
import { useFocusBack } from '../ui/dialog.tsx';
import { useEver } from '../ui/frozen.ts';
import { useKeys } from '../ui/keys.ts';

const loadPalette = () => import('../search/palette.tsx');
const Palette = lazy(loadPalette);

const openAtom = atom(false);
/** A start is over by then, also on a slow device. */
const IDLE_AFTER_MS = 10_000;

export const SearchButton = () => {
  const open = useSetAtom(openAtom);
  const preload = () => void loadPalette().catch(ignoreFailure);
  return (
    <IconButton
      icon={Search}
      label="Search"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => open(true)}
      onFocus={preload}
      onPointerEnter={preload}
    />
  );
};

/** The search over everything, opened by its button or by Ctrl+K or Cmd+K. */
export const SearchPalette = () => {
  const [open, setOpen] = useAtom(openAtom);
  const everOpened = useEver(open);
  useFocusBack(open);
  useNoteRecent();
  const show = () => setOpen((isOpen) => isOpen || document.querySelector('[role=dialog]') === null);
  const find = () => {
    const field = document.querySelector<HTMLInputElement>('main search input[type="search"]');
    if (field) field.select();
    else show();
  };
  useKeys({ search: show, find });
  useEffect(() => {
    const timer = setTimeout(prepare, IDLE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setOpen(false);
    };
  }, [setOpen]);
  return <Suspense>{everOpened && <Palette open={open} onClose={() => setOpen(false)} />}</Suspense>;
};

/** Loads the palette and makes its index in idle time. */
const prepare = () => {
  const run = async () => {
    const { prepareIndex } = await loadPalette();
    const store = getDefaultStore().get(storeAtom);
    if (store) await prepareIndex(store);
  };
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void run().catch(ignoreFailure));
};

/** Offline and not cached: the next press tries again. */
const ignoreFailure = () => undefined;

const useNoteRecent = () => {
  const { id } = useUser();
  const [path] = useLocation();
  useEffect(() => {
    const record = RECORD.exec(path)?.[0];
    if (record) noteRecent(id, record);
  }, [id, path]);
};
const RECORD = /^\/[a-z]+\/[0-9a-f-]{36}/;
