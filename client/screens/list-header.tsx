import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Button, IconButton, LinkButton } from '../ui/button.tsx';
import { useIsWide, useMedia } from '../ui/media.ts';
import { Menu } from '../ui/menu.tsx';
import { PageHeader } from '../ui/page.tsx';

/** `run` is where it leads, or what it does. */
export type ListAction = { label: string; icon: LucideIcon; run: string | (() => void) };

type Props = {
  title: string;
  subtitle: string;
  /** The action that the list is opened for most; phones have it as a round button above the tabs. */
  primary?: ListAction | null | undefined | false;
  /** Phones have several of these in a menu, tablets more than two, and wide screens what is more than fits. */
  others?: readonly (ListAction | null | undefined | false)[];
  /** A control beside the actions; phones leave it out. */
  control?: ReactNode;
};

/** The heading of a list with its actions; on phones as low as can be, for the rows to stand high. */
export const ListHeader = ({ title, subtitle, primary, others = [], control }: Props) => {
  const wide = useIsWide();
  const roomy = useMedia('(min-width: 64rem)');
  const rest = others.filter((action) => action !== null && action !== undefined && action !== false);
  const open = shownOf(rest.length, roomy);
  return wide ? (
    <PageHeader
      title={title}
      subtitle={subtitle}
      actions={
        <>
          {control && <div className="print:hidden">{control}</div>}
          {rest.slice(0, open).map((action) => (
            <ActionButton key={action.label} {...action} />
          ))}
          {rest.length > open && <FoldedActions actions={rest.slice(open)} />}
          {primary && <ActionButton {...primary} variant="primary" />}
        </>
      }
    />
  ) : (
    <>
      <PageHeader title={title} actions={rest.length > 0 && <FoldedActions actions={rest} />} />
      {primary && <FloatingButton {...primary} />}
    </>
  );
};

/** How many of the actions are buttons. */
const shownOf = (count: number, roomy: boolean): number => {
  if (!roomy) return count > 2 ? 0 : count;
  return count > 5 ? 3 : count;
};

const ActionButton = ({ label, icon, run, variant }: ListAction & { variant?: 'primary' }) => {
  const look = { icon, ...(variant && { variant }) };
  return typeof run === 'string' ? (
    <LinkButton {...look} href={run}>
      {label}
    </LinkButton>
  ) : (
    <Button {...look} onClick={run}>
      {label}
    </Button>
  );
};

const FoldedActions = ({ actions }: { actions: readonly ListAction[] }) => {
  const [, navigate] = useLocation();
  const press = ({ run }: ListAction) => (typeof run === 'string' ? navigate(run) : run());
  const [only, second] = actions;
  return (
    <span className="max-md:-my-1.5 max-md:-mr-2">
      {only && !second ? (
        <IconButton icon={only.icon} label={only.label} onClick={() => press(only)} />
      ) : (
        <Menu
          label="Options"
          entries={actions.map(({ label, icon, run }) =>
            typeof run === 'string' ? { label, icon, href: run } : { label, icon, onSelect: run },
          )}
        />
      )}
    </span>
  );
};

const FloatingButton = ({ label, icon: Icon, run }: ListAction) => {
  const face = (
    <>
      <Icon aria-hidden className="size-6" strokeWidth={2.1} />
      <span className="sr-only">{label}</span>
    </>
  );
  return typeof run === 'string' ? (
    <Link href={run} title={label} data-floating className={FLOATING}>
      {face}
    </Link>
  ) : (
    <button type="button" onClick={run} title={label} data-floating className={FLOATING}>
      {face}
    </button>
  );
};

const FLOATING =
  'fixed right-4 bottom-[calc(4.375rem+env(safe-area-inset-bottom))] z-10 grid size-14 place-items-center rounded-full bg-pine text-pine-ink shadow-float transition-colors [body:has([data-selecting])_&]:hidden hover:bg-pine-hover print:hidden';
