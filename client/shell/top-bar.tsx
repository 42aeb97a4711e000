import { clsx } from 'clsx';
import { ChevronDown, Keyboard, LifeBuoy, LogOut, Settings, UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { useBranding } from '../device/branding.ts';
import { useCan } from '../device/session.ts';
import { useRows } from '../device/store.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useIsWide, useMedia } from '../ui/media.ts';
import { Menu } from '../ui/menu.tsx';
import { useShowKeys } from './keys-help.tsx';
import { Mark } from './mark.tsx';
import { isCurrent, type Me, topEntriesFor } from './navigation.ts';
import { SearchButton } from './search-button.tsx';
import { SignOutDialog, useSignOut } from './sign-out.tsx';
import { SyncStatus } from './sync-status.tsx';
import { nameWithUnread, UnreadCount, useUnread } from './unread.tsx';

/** As wide as the bar must be for all entries, and for those of residents, with the sync status beside them. */
const ROOM_FOR_ALL = '(min-width: 80rem)';
const ROOM_FOR_RESIDENTS = '(min-width: 62rem)';

const useMost = (): number => {
  const all = useMedia(ROOM_FOR_ALL);
  const residents = useMedia(ROOM_FOR_RESIDENTS);
  if (all) return Infinity;
  return residents ? 7 : 6;
};

export const TopBar = ({ user }: { user: Me }) => {
  const [path] = useLocation();
  const unread = useUnread();
  const { shown, more } = topEntriesFor(user.role, useMost());
  const current = more.find((entry) => isCurrent(entry, path))?.label;
  return (
    <header className="sticky top-0 z-20 flex h-13 items-center gap-3 border-line border-b bg-card px-5">
      <HomeLink />
      <nav
        aria-label="Main"
        className="-my-1 relative flex min-w-0 flex-1 items-center gap-1 overflow-x-auto max-lg:gap-0 py-1 [scrollbar-width:none]"
      >
        {shown.map((entry) => (
          <Link
            key={entry.href}
            href={entry.href}
            aria-current={isCurrent(entry, path) ? 'page' : undefined}
            aria-label={nameWithUnread(entry.label, unread[entry.href])}
            className={ENTRY}
          >
            {entry.label}
            <UnreadCount count={unread[entry.href]} className="ml-1.5" />
          </Link>
        ))}
        {more.length > 0 && (
          <Menu
            label={current ? `${current}, more` : 'More'}
            button={<More current={current} />}
            entries={more.map(({ label, href, icon }) => ({ label, href, icon }))}
          />
        )}
      </nav>
      <SyncStatus />
      <SearchButton />
      <ProfileMenu user={user} />
    </header>
  );
};

const HomeLink = () => (
  <Link
    href={paths.home()}
    className="mr-2 flex shrink-0 items-center gap-2.25 touch:min-h-11 touch:min-w-11 touch:justify-center font-[650] text-[0.9375rem] tracking-[-0.02em]"
  >
    <Mark />
    <span className={useBranding()?.logo ? 'sr-only' : 'max-lg:sr-only'}>Porchlight</span>
  </Link>
);

const ENTRY =
  'whitespace-nowrap rounded-md px-2.5 py-1.5 touch:py-3 font-medium text-ink-2 -outline-offset-2 transition-colors hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink max-[84rem]:px-1.5 max-lg:text-sm';

/** Reads as the page on screen where that is one of the menu's. */
const More = ({ current }: { current: string | undefined }) => (
  <span aria-hidden className={clsx(ENTRY, 'flex items-center gap-1', current && 'bg-sunk text-ink')}>
    {current ?? 'More'}
    <ChevronDown className="size-3.5" />
  </span>
);

export const PhoneBar = ({ user }: { user: Me }) => {
  const hoa = useRows('hoa').all[0];
  return (
    <header className="flex h-13 items-center gap-2.25 pr-2.5 pl-4">
      <Mark />
      <span className="min-w-0 flex-1 truncate font-semibold text-ink-2 text-sm">{hoa?.name ?? 'Porchlight'}</span>
      <SearchButton />
      <ProfileMenu user={user} />
    </header>
  );
};

export const PlainBar = () => (
  <header className="flex h-13 items-center justify-between gap-3 border-line px-4 md:border-b md:bg-card md:px-5">
    <span className="flex items-center gap-2.25 font-[650] text-[0.9375rem] tracking-[-0.02em]">
      <Mark />
      Porchlight
    </span>
    <Link
      href={paths.support()}
      className="rounded-md px-2.5 py-1.5 font-medium text-ink-2 hover:bg-sunk hover:text-ink max-md:py-2.75"
    >
      Support
    </Link>
  </header>
);

const OfflineReady = lazy(() => import('../screens/offline-ready.tsx').catch(() => ({ default: () => null })));

const ProfileMenu = ({ user }: { user: Me }) => {
  const hoa = useRows('hoa').all[0];
  const signOut = useSignOut();
  const wide = useIsWide();
  const showKeys = useShowKeys();
  const settings = useCan('settings.view');
  return (
    <>
      <Menu
        label="Profile menu"
        button={<Avatar name={user.name} email={user.email} />}
        head={
          <>
            <b className="block max-w-60 truncate font-semibold">{user.name || user.email}</b>
            <span className="block max-w-60 truncate text-ink-3 text-sm">{hoa?.name ?? user.email}</span>
            <Suspense fallback={<span className="mt-1.5 block h-5" />}>
              <OfflineReady className="mt-1.5 max-w-60 text-sm" />
            </Suspense>
          </>
        }
        entries={[
          { label: 'Profile', href: paths.profile(), icon: UserRound },
          ...(settings ? [{ label: 'Settings', href: paths.settings(), icon: Settings }] : []),
          { label: 'Support', href: paths.support(), icon: LifeBuoy },
          ...(wide ? [{ label: 'Keyboard Shortcuts', onSelect: showKeys, icon: Keyboard }] : []),
          { label: 'Logout', onSelect: () => void signOut.start(), icon: LogOut, above: true },
        ]}
      />
      <SignOutDialog signOut={signOut} />
    </>
  );
};
