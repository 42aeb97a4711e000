import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { Alert } from '../ui/alert.tsx';

const AddDialog = lazy(() => import('./add.tsx'));
const EditDialog = lazy(() => import('./edit.tsx'));
const ResidentsDialog = lazy(() => import('./residents-dialog.tsx'));

/** Opens the dialogs of the directory; ids are addresses'. */
export type Open = { add: () => void; edit: (id: string) => void; residents: (id: string) => void };

type Shown = { kind: 'add' | 'edit' | 'residents'; id: string };
type Said = { text: string; at: number };

const SHOWN_MS = 5000;

/** The dialogs, whose code is loaded when one first opens, and what the last of them has to say. */
export const useDialogs = () => {
  const { shown, opened, times, open, close } = useShown();
  const [said, setSaid] = useState<Said | null>(null);
  const props = {
    key: times,
    open: opened,
    onClose: close,
    onSaved: (text: string) => {
      setSaid({ text, at: Date.now() });
      close();
    },
  };
  return {
    open,
    dialogs: shown && <Suspense>{dialogOf(shown, props)}</Suspense>,
    said: said && (
      <Alert key={said.at} tone="success" clearAfter={SHOWN_MS} onClose={() => setSaid(null)}>
        {said.text}
      </Alert>
    ),
  };
};

type Props = { key: number; open: boolean; onClose: () => void; onSaved: (text: string) => void };

const dialogOf = ({ kind, id }: Shown, { key, onSaved, ...rest }: Props) => {
  if (kind === 'add') return <AddDialog key={key} {...rest} onSaved={onSaved} />;
  if (kind === 'edit') return <EditDialog key={key} {...rest} onSaved={onSaved} id={id} />;
  return <ResidentsDialog key={key} {...rest} id={id} />;
};

/** Which dialog is up. A closed one stays for its closing; each opening makes it anew, so that it reads its draft. */
const useShown = () => {
  const [state, setState] = useState({ shown: null as Shown | null, opened: false, times: 0 });
  const show = useCallback((shown: Shown) => setState(({ times }) => ({ shown, opened: true, times: times + 1 })), []);
  useAsked(show);
  const open: Open = {
    add: () => show({ kind: 'add', id: '' }),
    edit: (id) => show({ kind: 'edit', id }),
    residents: (id) => show({ kind: 'residents', id }),
  };
  const close = () => setState((last) => ({ ...last, opened: false }));
  return { ...state, open, close };
};

/** Shows the dialog that the address asks for, once: ?add=true, ?edit=id or ?residents=id. */
const useAsked = (show: (asked: Shown) => void): void => {
  const params = useSearchParams();
  const [, navigate] = useLocation();
  useEffect(() => {
    const asked = askedBy(params);
    if (!asked) return;
    show(asked);
    navigate(paths.addresses(), { replace: true });
  }, [params, show, navigate]);
};

const askedBy = (params: URLSearchParams): Shown | null => {
  if (params.has('add')) return { kind: 'add', id: '' };
  const kind = (['edit', 'residents'] as const).find((name) => params.has(name));
  return kind ? { kind, id: params.get(kind) ?? '' } : null;
};
