import { Link, useLocation } from 'wouter';
import { paths } from '../paths.ts';
import { useRows } from '../store.ts';
import { Logo } from '../ui/brand.tsx';
import { Lamp } from './lamp.tsx';
import { entriesFor, isCurrent, type Me } from './navigation.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { useUnread } from './unread.ts';
import { nameWithUnread, UnreadCount } from './unread-count.tsx';

/** The navigation of wide screens. */
export const TopBar = ({ user }: { user: Me }) => {
  const [path] = useLocation();
  const unread = useUnread();
  return (
    <header className="sticky top-0 z-20 flex h-13 items-center gap-3 border-line border-b bg-card px-5">
      <Link
        href={paths.home()}
        className="mr-2 flex shrink-0 items-center gap-2.25 font-[650] text-[0.9375rem] tracking-[-0.02em]"
      >
        <Logo />
        <span className="max-lg:sr-only">Porchlight</span>
      </Link>
      <nav
        aria-label="Main"
        className="-my-1 relative flex min-w-0 flex-1 gap-1 overflow-x-auto max-lg:gap-0 py-1 [scrollbar-width:none]"
      >
        {entriesFor(user.role).map((entry) => (
          <Link
            key={entry.href}
            href={entry.href}
            aria-current={isCurrent(entry, path) ? 'page' : undefined}
            aria-label={nameWithUnread(entry.label, unread[entry.href])}
            className="whitespace-nowrap rounded-md px-2.5 py-1.5 font-medium text-ink-2 -outline-offset-2 transition-colors hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink max-lg:px-1.5 max-lg:text-sm"
          >
            {entry.label}
            <UnreadCount count={unread[entry.href]} className="ml-1.5" />
          </Link>
        ))}
      </nav>
      <Lamp />
      <ProfileMenu user={user} />
    </header>
  );
};

/** The head of a phone: whose community this is, and who is signed in. It scrolls away. */
export const PhoneBar = ({ user }: { user: Me }) => {
  const hoa = useRows('hoa').all[0];
  return (
    <header className="flex h-13 items-center gap-2.25 pr-2.5 pl-4">
      <Logo />
      <span className="min-w-0 flex-1 truncate font-semibold text-ink-2 text-sm">{hoa?.name ?? 'Porchlight'}</span>
      <ProfileMenu user={user} />
    </header>
  );
};
