import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Role } from '../../schema/users.ts';
import type { NavEntry } from '../feature.ts';
import { useEver } from '../ui/frozen.ts';
import { lazyPart } from '../ui/on-demand.ts';
import { isCurrent, tabsFor } from './navigation.ts';
import { nameWithUnread, UnreadCount, useUnread } from './unread.tsx';

const PhoneMenu = lazyPart(() => import('./phone-menu.tsx'));

const TAB =
  'relative grid min-w-0 justify-items-center gap-0.5 pt-2 pb-1.5 font-[550] text-[0.6875rem] max-[22rem]:text-[0.625rem] -outline-offset-2';

export const PhoneTabs = ({ role }: { role: Role }) => {
  const [path] = useLocation();
  const [open, setOpen] = useState(false);
  const used = useEver(open);
  const { tabs, more } = tabsFor(role);
  const isMore = more.some((entry) => isCurrent(entry, path));
  const unread = useUnread();
  const unreadMore = more.reduce((sum, { href }) => sum + (unread[href] ?? 0), 0);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-[repeat(5,minmax(2.75rem,auto))] border-line border-t bg-card pb-[env(safe-area-inset-bottom)]"
    >
      {tabs.map((entry) => (
        <Tab key={entry.href} entry={entry} current={isCurrent(entry, path)} unread={unread[entry.href]} />
      ))}
      <MoreTab current={isMore} unread={unreadMore} onClick={() => setOpen(true)} />
      {used && <PhoneMenu open={open} onClose={() => setOpen(false)} role={role} path={path} unread={unread} />}
    </nav>
  );
};

const CORNER = 'absolute top-1 left-1/2 ml-1.5 ring-2 ring-card';

type TabProps = { entry: NavEntry; current: boolean; unread: number | undefined };

const MoreTab = ({ current, unread, onClick }: Omit<TabProps, 'entry'> & { onClick: () => void }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={onClick}
    aria-label={nameWithUnread('More', unread)}
    className={clsx(TAB, current ? 'text-pine-text' : 'text-ink-3')}
  >
    <Ellipsis aria-hidden className="size-5.5" strokeWidth={1.8} />
    <UnreadCount count={unread} className={CORNER} />
    More
  </button>
);

const Tab = ({ entry, current, unread }: TabProps) => (
  <Link
    href={entry.href}
    aria-current={current ? 'page' : undefined}
    aria-label={nameWithUnread(entry.label, unread)}
    className={clsx(TAB, current ? 'font-[650] text-pine-text' : 'text-ink-3')}
  >
    <entry.icon aria-hidden className="size-5.5" strokeWidth={current ? 2.2 : 1.8} />
    <UnreadCount count={unread} className={CORNER} />
    <span className="max-w-full truncate px-0.5">{entry.label}</span>
  </Link>
);
