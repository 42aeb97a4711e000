import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { Alert } from '../ui/alert.tsx';

const AddDialog = lazy(() => import('./add.tsx'));
const EditDialog = lazy(() => import('./edit.tsx'));
const ResidentsDialog = lazy(() => import('./residents-dialog.tsx'));

export type DialogActions = { add: () => void; edit: (id: string) => void; residents: (id: string) => void };

type DialogState = { kind: 'add' | 'edit' | 'residents'; id: string };
type Notice = { text: string; at: number };

const NOTICE_MS = 5000;

export const useDialogs = () => {
  const { shown, opened: isOpen, times: openings, open, close } = useDialogState();
  const [notice, setNotice] = useState<Notice | null>(null);
  const props = {
    key: openings,
    open: isOpen,
    onClose: close,
    onSaved: (text: string) => {
      setNotice({ text, at: Date.now() });
      close();
    },
  };
  return {
    open,
    dialogs: shown && <Suspense>{renderDialog(shown, props)}</Suspense>,
    said: notice && (
      <Alert key={notice.at} tone="success" clearAfter={NOTICE_MS} onClose={() => setNotice(null)}>
        {notice.text}
      </Alert>
    ),
  };
};

type Props = { key: number; open: boolean; onClose: () => void; onSaved: (text: string) => void };

const renderDialog = ({ kind, id }: DialogState, { key, onSaved, ...rest }: Props) => {
  if (kind === 'add') return <AddDialog key={key} {...rest} onSaved={onSaved} />;
  if (kind === 'edit') return <EditDialog key={key} {...rest} onSaved={onSaved} id={id} />;
  return <ResidentsDialog key={key} {...rest} id={id} />;
};

/** A closed dialog stays mounted for its closing animation; each opening remounts it, so that it reads its draft. */
const useDialogState = () => {
  const [state, setState] = useState({ shown: null as DialogState | null, opened: false, times: 0 });
  const show = useCallback(
    (shown: DialogState) => setState(({ times }) => ({ shown, opened: true, times: times + 1 })),
    [],
  );
  useDialogFromAddress(show);
  const open: DialogActions = {
    add: () => show({ kind: 'add', id: '' }),
    edit: (id) => show({ kind: 'edit', id }),
    residents: (id) => show({ kind: 'residents', id }),
  };
  const close = () => setState((last) => ({ ...last, opened: false }));
  return { ...state, open, close };
};

const useDialogFromAddress = (show: (asked: DialogState) => void): void => {
  const params = useSearchParams();
  const [, navigate] = useLocation();
  useEffect(() => {
    const asked = dialogInAddress(params);
    if (!asked) return;
    show(asked);
    navigate(paths.addresses(), { replace: true });
  }, [params, show, navigate]);
};

const dialogInAddress = (params: URLSearchParams): DialogState | null => {
  if (params.has('add')) return { kind: 'add', id: '' };
  const kind = (['edit', 'residents'] as const).find((name) => params.has(name));
  return kind ? { kind, id: params.get(kind) ?? '' } : null;
};
