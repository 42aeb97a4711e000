import { useEffect, useMemo, useState } from 'react';
import { Button } from './button.tsx';
import type { DialogProps } from './dialog-panel.tsx';
import { useEver } from './frozen.ts';
import { lazyPart } from './on-demand.ts';

const Panel = lazyPart(
  () => import('./dialog-panel.tsx'),
  ({ open }) => open && <span hidden data-opening />,
);

/** A modal dialog; a bottom sheet on phones. Its code loads when it first opens. */
export const Dialog = (props: DialogProps) => {
  const wasOpened = useEver(props.open);
  useFocusBack(props.open);
  return wasOpened && <Panel {...props} />;
};

/** Headless UI misses the opener when its code has only just loaded. It is noted while rendering: an effect would find
 * the field that the dialog has focused already. */
export const useFocusBack = (open: boolean) => {
  const opener = useMemo(() => (open ? openerOf(document.activeElement) : null), [open]);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
};

/** An entry of a menu is gone by then: its menu's button. */
const openerOf = (focused: Element | null): Element | null => {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : focused;
};

type Props = Omit<DialogProps, 'subtitle' | 'footer'> & {
  confirm: string;
  busyLabel?: string;
  variant?: 'danger' | 'primary';
  /** The dialog closes when this resolves. A rejected promise keeps it open; show the error in `children`. */
  onConfirm: () => void | Promise<void>;
};

export const ConfirmDialog = ({ confirm, busyLabel, variant = 'danger', onConfirm, children, ...dialog }: Props) => {
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
