import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ButtonFace, MenuEntry } from './menu-panel.tsx';
import { lazyPart, useOnDemand } from './on-demand.ts';

const MenuPanel = lazyPart(() => import('./menu-panel.tsx'));

type Props = { label?: string; entries: readonly MenuEntry[]; button?: ReactNode; head?: ReactNode };

export const Menu = ({ label = 'Actions', entries, button, head }: Props) => {
  const { ready, idle } = useOnDemand(MenuPanel.preload);
  const face = faceOf(label, button);
  const plain = <button {...idle} {...face} type="button" aria-haspopup="menu" aria-expanded={false} />;
  return ready ? <MenuPanel face={face} entries={entries} head={head} /> : plain;
};

/** A menu that is loaded as a whole has this button from the first. */
export const faceOf = (label: string, button: ReactNode): ButtonFace => ({
  title: button ? undefined : label,
  className: clsx(
    'inline-grid shrink-0 place-items-center text-ink-2 transition-colors hover:text-ink touch:size-11 print:hidden',
    button ? 'rounded-full' : 'size-7 rounded-md hover:bg-sunk data-open:bg-sunk',
  ),
  children: (
    <>
      {button ?? <Ellipsis aria-hidden className="size-4" />}
      <span className="sr-only">{label}</span>
    </>
  ),
});
