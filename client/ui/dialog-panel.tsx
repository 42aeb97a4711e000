import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { KeptFocus } from './kept-focus.tsx';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
};

const Panel = ({ open, onClose, title, subtitle, footer, wide = false, children }: DialogProps) => (
  <HeadlessDialog open={open} onClose={onClose} data-closing={open ? undefined : true} className="fixed inset-0 z-40">
    <KeptFocus />
    <DialogBackdrop transition className="fixed inset-0 bg-veil transition duration-100 data-closed:opacity-0" />
    <div className="fixed inset-0 flex items-end justify-center md:items-start md:overflow-y-auto md:p-6 md:pt-[12vh]">
      <DialogPanel
        transition
        className={clsx(
          'relative flex max-h-[90dvh] w-full flex-col rounded-t-sheet bg-card pb-[env(safe-area-inset-bottom)] shadow-float transition duration-100 ease-out md:max-h-[76vh] md:rounded-lg md:pb-0',
          'data-closed:opacity-0 max-md:data-closed:translate-y-6 md:data-closed:scale-98',
          wide ? 'md:max-w-3xl' : 'md:max-w-lg',
        )}
      >
        <span aria-hidden className="mx-auto mt-2.5 h-1 w-9 rounded-full bg-line-strong md:hidden" />
        <div className="px-5 pt-3 pr-14 pb-3 md:pt-4.5">
          <DialogTitle className="font-[640] text-xl tracking-[-0.015em]">{title}</DialogTitle>
          {subtitle && <p className="text-ink-2">{subtitle}</p>}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
        {footer && (
          <div className="flex justify-end gap-2 border-line border-t px-5 py-3 max-md:flex-col-reverse">{footer}</div>
        )}
        <IconButton icon={X} label="Close" onClick={onClose} className="absolute top-3.5 right-3.5 max-md:top-2" />
      </DialogPanel>
    </div>
  </HeadlessDialog>
);

export default Panel;
