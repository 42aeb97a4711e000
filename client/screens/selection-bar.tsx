import { type LucideIcon, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatCount } from '../ui/format.ts';
import { type KeyName, useKeys } from '../ui/keys.ts';
import { QuickPick } from '../ui/quick-pick.tsx';
import type { Selection } from './selection.tsx';

/** The list gives its bar these; `found` rows match the filters. */
export type BulkProps = { selection: Selection; found: number };

/** How many rows are selected, and what can be done with them; on phones above the tabs. */
export const SelectionBar = ({ selection, found, children }: BulkProps & { children: ReactNode }) => {
  const { ids, selectAll, clear } = selection;
  useKeys({ back: clear });
  return (
    <section
      aria-label="Selection"
      data-selecting
      className="sticky bottom-4 z-20 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-card py-2 pr-2 pl-4 shadow-float max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:w-full max-md:rounded-none max-md:border-x-0 max-md:border-b-0 print:hidden"
    >
      <span aria-live="polite" className="num mr-1 font-semibold max-md:flex-1">
        {formatCount(ids.length)} selected
      </span>
      {found > ids.length && (
        <Button size="small" variant="ghost" onClick={selectAll}>
          Select All {formatCount(found)}
        </Button>
      )}
      <IconButton
        icon={X}
        label="Clear Selection"
        onClick={clear}
        className="max-md:-ml-3 max-md:order-first md:order-last"
      />
      {ids.length > 0 && (
        <span className="contents max-md:flex max-md:basis-full max-md:gap-2 max-md:pr-2 max-md:[&>button]:flex-1">
          {children}
        </span>
      )}
    </section>
  );
};

type PickProps = Omit<ComponentProps<typeof QuickPick<string>>, 'open' | 'onClose' | 'value'> & {
  label: string;
  icon: LucideIcon;
  /** The key that opens the options. */
  keyName?: KeyName;
};

/** Sets one value for all selected rows. */
export const BulkPick = ({ label, icon, keyName, ...pick }: PickProps) => {
  const [open, setOpen] = useState(false);
  useKeys(keyName ? { [keyName]: () => setOpen(true) } : {});
  return (
    <>
      <Button size="small" icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <QuickPick {...pick} open={open} value={null} onClose={() => setOpen(false)} />
    </>
  );
};

type ConfirmProps = Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'onConfirm' | 'variant' | 'children'> & {
  label: string;
  icon: LucideIcon;
};

/** Does with all selected rows what cannot be undone. */
export const BulkConfirm = ({ label, icon, ...dialog }: ConfirmProps) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog {...dialog} open={open} confirm={label} onClose={() => setOpen(false)} />
    </>
  );
};
