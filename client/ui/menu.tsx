import { clsx } from 'clsx';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useOnDemand } from './on-demand.ts';

const load = () => import('./menu-panel.tsx');
const MenuPanel = lazy(load);

/** A link (`href`) or an action (`onSelect`). `above` draws a line over it. */
export type MenuEntry = {
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
  above?: boolean;
} & ({ href: string; onSelect?: never } | { href?: never; onSelect: () => void });

export type MenuProps = {
  /** The button's name: "Actions" in rows. */
  label?: string;
  entries: readonly MenuEntry[];
  /** Stands in place of the three dots. */
  button?: ReactNode;
  /** Stands above the entries. */
  head?: ReactNode;
};

/** A menu behind a button. Its code is loaded when it first opens. */
export const Menu = (props: MenuProps) => {
  const { ready, idle } = useOnDemand(load);
  const { label = 'Actions', button } = props;
  const plain = (
    <button
      {...idle}
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      title={button ? undefined : label}
      className={menuButton(button)}
    >
      <MenuFace label={label} button={button} />
    </button>
  );
  return ready ? (
    <Suspense fallback={plain}>
      <MenuPanel {...props} />
    </Suspense>
  ) : (
    plain
  );
};

export const menuButton = (button: ReactNode): string =>
  clsx(
    'inline-grid shrink-0 place-items-center text-ink-2 transition-colors hover:text-ink max-md:size-11',
    button ? 'rounded-full' : 'size-7 rounded-md hover:bg-sunk data-open:bg-sunk',
  );

/** What is on the button, and its name. */
export const MenuFace = ({ label, button }: Pick<MenuProps, 'label' | 'button'>) => (
  <>
    {button ?? <Ellipsis aria-hidden className="size-4" />}
    <span className="sr-only">{label}</span>
  </>
);
