import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearchParams } from '../device/location.ts';
import { usePutDrafts } from '../ui/draft.tsx';

type State<Dialog> = { dialog: Dialog | null; isOpen: boolean; opened: number };
export type Dialogs<Dialog> = State<Dialog> & { open: (dialog: Dialog) => void; close: () => void };

/** The dialogs of a screen, one at a time, for a DialogOutlet. A link may open one by search parameters: `read` gives the
 * dialog that they ask for, or null; it opens once, and the parameters in `names` leave the address. */
export const useDialogs = <Dialog,>(
  names: readonly string[],
  read: (params: URLSearchParams) => Dialog | null,
): Dialogs<Dialog> => {
  const [state, setState] = useState<State<Dialog>>({ dialog: null, isOpen: false, opened: 0 });
  const open = (dialog: Dialog) => setState(({ opened }) => ({ dialog, isOpen: true, opened: opened + 1 }));
  const close = () => setState((last) => ({ ...last, isOpen: false }));
  const params = useSearchParams();
  const [path, navigate] = useLocation();
  // At every render, because `read` may find the record only later.
  useEffect(() => {
    if (!names.some((name) => params.has(name))) return;
    const requested = read(params);
    if (!requested) return;
    open(requested);
    const left = new URLSearchParams(params);
    for (const name of names) left.delete(name);
    navigate(left.size > 0 ? `${path}?${left}` : path, { replace: true, state: history.state });
  });
  return { ...state, open, close };
};

type Props<Dialog> = {
  dialogs: Dialogs<Dialog>;
  children: (dialog: Dialog, frame: { open: boolean; onClose: () => void }) => ReactNode;
};

/** Shows the dialog that was opened last, also while it closes. Each opening makes it anew, so that its form reads its
 * draft; its code may be lazy. */
export const DialogOutlet = <Dialog,>({ dialogs: { dialog, isOpen, opened, close }, children }: Props<Dialog>) => {
  const putDrafts = usePutDrafts();
  return (
    dialog && <Suspense key={`${opened}/${putDrafts}`}>{children(dialog, { open: isOpen, onClose: close })}</Suspense>
  );
};
