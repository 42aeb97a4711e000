import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import type { DialogProps } from './dialog-panel.tsx';
import { useEver } from './frozen.ts';

const Panel = lazy(() => import('./dialog-panel.tsx'));

/**
 * A dialog named by its title: it keeps focus inside, closes with Escape, and gives focus back to its opener.
 * On phones it is a sheet that rises from the bottom. Its code is loaded when it first opens.
 */
export const Dialog = (props: DialogProps) => {
  const opened = useEver(props.open);
  useFocusBack(props.open);
  return (
    opened && (
      <Suspense>
        <Panel {...props} />
      </Suspense>
    )
  );
};

/** Gives focus back to the opener: the panel's own code, when it is only just loaded, has not seen who that was. */
const useFocusBack = (open: boolean) =>
  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);

/** Asks before what cannot be undone. `confirm` is the verb; `children` names what will change. */
export const ConfirmDialog = ({
  confirm,
  busyLabel,
  variant = 'danger',
  onConfirm,
  children,
  ...dialog
}: Omit<DialogProps, 'subtitle' | 'footer'> & {
  confirm: string;
  busyLabel?: string;
  variant?: 'danger' | 'primary';
  /** Closes when done. A rejected promise leaves the dialog open; show its error in `children`. */
  onConfirm: () => void | Promise<void>;
}) => {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await onConfirm();
      dialog.onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button variant={variant} busy={busy} onClick={run}>
            {busy ? (busyLabel ?? confirm) : confirm}
          </Button>
        </>
      }
    >
      <div className="text-ink-2">{children}</div>
    </Dialog>
  );
};
