import { atom, useAtom, useSetAtom } from 'jotai';
import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { Role } from '../../schema/users.ts';
import { useEver } from '../ui/frozen.ts';
import { useKeys } from '../ui/keys.ts';
import { screensFor } from './navigation.ts';

const KeysDialog = lazy(() => import('./keys-dialog.tsx'));
const openAtom = atom(false);

export const useShowKeys = () => {
  const setOpen = useSetAtom(openAtom);
  return () => setOpen(true);
};

/** The keys that work on every screen: G and a letter, and ? for a dialog that lists all keys. */
export const KeysHelp = ({ role }: { role: Role }) => {
  const [open, setOpen] = useAtom(openAtom);
  const [, navigate] = useLocation();
  const goTo = (letter: string) => {
    const screen = screensFor(role).find(({ key }) => key === letter);
    if (screen) navigate(screen.href);
  };
  useKeys({ help: () => setOpen(true), goTo });
  return <Suspense>{useEver(open) && <KeysDialog open={open} onClose={() => setOpen(false)} role={role} />}</Suspense>;
};
