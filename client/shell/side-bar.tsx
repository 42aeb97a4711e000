import { ChevronDown, type LucideIcon, PanelLeft } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Role } from '../../schema/users.ts';
import { useBranding } from '../device/branding.ts';
import { paths } from '../paths.ts';
import { useKeys } from '../ui/keys.ts';
import { local } from '../ui/local-storage.ts';
import { toggleMenu, useMedia, useMenuCollapsed } from '../ui/media.ts';
import { Mark } from './mark.tsx';
import { type Group, groupsFor, isCurrent } from './navigation.ts';
import { nameWithUnread, UnreadCount, useUnread } from './unread.tsx';

/** The navigation of wide screens. `data-menu` says how it is shown: its icons, with their words below from 1280 px, beside the screen, or over it. */
export const SideBar = ({ role }: { role: Role }) => {
  const [path] = useLocation();
  const unread = useUnread();
  const bar = useRef<HTMLDivElement>(null);
  const { menu, toggle } = useMenu(path, bar);
  const [closed, toggleGroup] = useClosedGroups();
  const isRail = menu === 'icons';
  const hasLogo = Boolean(useBranding()?.logo);
  return (
    <section
      aria-label="Menu"
      ref={bar}
      data-menu={menu}
      data-opening={menu === 'over' ? true : undefined}
      className="menu"
    >
      <Link href={paths.home()} className="menu-row menu-home">
        <Mark />
        <span className={hasLogo ? 'sr-only' : 'menu-label'}>Porchlight</span>
      </Link>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto [scrollbar-width:thin]">
        <ul className={`grid grid-cols-[minmax(0,1fr)] py-2 ${isRail ? 'gap-1.5' : 'gap-3'}`}>
          {groupsFor(role).map((group) => (
            <Entries
              key={group.group}
              group={group}
              path={path}
              unread={unread}
              isRail={isRail}
              isClosed={closed.includes(group.group)}
              onToggle={() => toggleGroup(group.group)}
            />
          ))}
        </ul>
      </nav>
      <button type="button" aria-expanded={!isRail} aria-keyshortcuts="[" onClick={toggle} className="menu-row mb-2">
        <Face icon={PanelLeft} label={isRail ? 'Expand Menu' : 'Collapse Menu'} />
      </button>
    </section>
  );
};

const MEETING = /^\/meetings\/[^/]+\/(room|desk)$/;

/** Where the screen needs the width, the menu is its icons, and opens over the screen until something else is pressed. */
const useMenu = (path: string, bar: RefObject<HTMLElement | null>) => {
  const hasRoom = useMedia('(min-width: 92rem)') && !MEETING.test(path);
  const collapsed = useMenuCollapsed();
  const [openAt, setOpenAt] = useState('');
  const isOver = !hasRoom && openAt === path;
  const toggle = hasRoom ? toggleMenu : () => setOpenAt(isOver ? '' : path);
  useKeys({ menu: toggle });
  useEffect(() => {
    if (!isOver) return;
    const close = (event: Event) => {
      // The press that opened it goes on to here.
      if (event.defaultPrevented) return;
      const { key = '' } = event as KeyboardEvent;
      if (key ? key === 'Escape' || key === '[' : !bar.current?.contains(event.target as Node)) setOpenAt('');
    };
    addEventListener('keydown', close);
    addEventListener('pointerdown', close);
    return () => {
      removeEventListener('keydown', close);
      removeEventListener('pointerdown', close);
    };
  }, [isOver, bar]);
  const menu = hasRoom && !collapsed ? 'beside' : isOver ? 'over' : 'icons';
  return { menu, toggle };
};

const CLOSED = 'porchlight.menu-closed-groups';

const useClosedGroups = () => {
  const [closed, set] = useState<readonly string[]>(() => local.get(CLOSED)?.split(',') ?? []);
  const toggle = (group: string) => {
    const now = closed.includes(group) ? closed.filter((other) => other !== group) : [...closed, group];
    local.set(CLOSED, now.join());
    set(now);
  };
  return [closed, toggle] as const;
};

type GroupProps = {
  group: Group;
  path: string;
  unread: Readonly<Record<string, number>>;
  isRail: boolean;
  isClosed: boolean;
  onToggle: () => void;
};

/** A closed group still shows the current entry. */
const Entries = ({ group: { heading, entries }, path, unread, isRail, isClosed, onToggle }: GroupProps) => {
  const hides = isClosed && heading && !isRail;
  const shown = hides ? entries.filter((entry) => isCurrent(entry, path)) : entries;
  const count = entries.reduce((sum, { href }) => sum + (unread[href] ?? 0), 0);
  return (
    <li>
      {heading && !isRail && (
        <button
          type="button"
          aria-expanded={!isClosed}
          aria-label={hides ? nameWithUnread(heading, count) : undefined}
          onClick={onToggle}
          className="menu-heading"
        >
          {heading}
          <ChevronDown aria-hidden className="size-3.5 in-aria-[expanded=false]:-rotate-90" />
          {hides && <UnreadCount count={count} className="ml-auto" />}
        </button>
      )}
      <ul aria-label={heading}>
        {shown.map((entry) => (
          <li key={entry.href}>
            <Link
              href={entry.href}
              aria-current={isCurrent(entry, path) ? 'page' : undefined}
              aria-label={nameWithUnread(entry.label, unread[entry.href])}
              className="menu-row"
            >
              <Face icon={entry.icon} label={entry.label} />
              <UnreadCount count={unread[entry.href]} className={isRail ? CORNER : 'ml-auto'} />
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
};

const CORNER = 'absolute top-0 left-1/2 ml-1.5 ring-2 ring-card';

const Face = ({ icon: Icon, label }: { icon: LucideIcon; label: string }) => (
  <>
    <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.8} />
    <span className="menu-label">{label}</span>
  </>
);
