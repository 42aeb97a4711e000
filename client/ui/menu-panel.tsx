import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems, MenuSeparator } from '@headlessui/react';
import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import { useOpened } from './on-demand.ts';
import { PopupPortal } from './popup-portal.tsx';

export type MenuEntry = {
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
  above?: boolean;
} & ({ href: string; onSelect?: never } | { href?: never; onSelect: () => void });

export type ButtonFace = { title: string | undefined; className: string; children: ReactNode };

type Props = { face: ButtonFace; entries: readonly MenuEntry[]; head?: ReactNode };

const MenuPanel = ({ face, entries, head }: Props) => {
  const opener = useRef<HTMLButtonElement>(null);
  useOpened(opener);
  return (
    <HeadlessMenu>
      <MenuButton ref={opener} {...face} />
      <PopupPortal of={opener}>
        <MenuItems
          anchor={{ to: 'bottom end', gap: 6, padding: 8 }}
          transition
          modal={false}
          className="z-50 min-w-44 rounded-md bg-card p-1 shadow-float outline-none transition duration-100 data-closed:opacity-0"
        >
          {head && <div className="mb-1 border-line border-b px-2 pt-1 pb-2">{head}</div>}
          {entries.map((entry) => (
            <Entry key={entry.label} entry={entry} />
          ))}
        </MenuItems>
      </PopupPortal>
    </HeadlessMenu>
  );
};

export default MenuPanel;

const Entry = ({ entry }: { entry: MenuEntry }) => {
  const { label, icon: Icon, danger, disabled = false, above, href, onSelect } = entry;
  const className = clsx(
    'flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2 text-left no-underline data-disabled:opacity-50 data-focus:bg-sunk touch:min-h-11',
    danger ? 'text-red' : 'text-ink',
  );
  const body = (
    <>
      {Icon && <Icon aria-hidden className="size-4 opacity-75" />}
      {label}
    </>
  );
  return (
    <>
      {above && <MenuSeparator className="my-1 h-px bg-line" />}
      <MenuItem disabled={disabled}>
        {href !== undefined ? (
          <Link href={href} className={className}>
            {body}
          </Link>
        ) : (
          <button type="button" className={className} onClick={onSelect}>
            {body}
          </button>
        )}
      </MenuItem>
    </>
  );
};
