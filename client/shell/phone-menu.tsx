import { Link } from 'wouter';
import type { Role } from '../../schema/users.ts';
import { Dialog } from '../ui/dialog.tsx';
import { groupsFor, isCurrent } from './navigation.ts';
import { nameWithUnread, UnreadCount } from './unread.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  role: Role;
  path: string;
  unread: Readonly<Record<string, number>>;
};

/** All of the navigation in its groups, on a phone. */
const PhoneMenu = ({ open, onClose, role, path, unread }: Props) => (
  <Dialog open={open} onClose={onClose} title="More">
    <div className="grid gap-2.5">
      {groupsFor(role).map(({ group, heading, entries }) => (
        <section key={group}>
          {heading && <h3 className="font-[550] text-ink-3 text-sm">{heading}</h3>}
          <ul className="-mx-2 grid grid-cols-2">
            {entries.map((entry) => (
              <li key={entry.href}>
                <Link
                  href={entry.href}
                  onClick={onClose}
                  aria-current={isCurrent(entry, path) ? 'page' : undefined}
                  aria-label={nameWithUnread(entry.label, unread[entry.href])}
                  className="flex min-h-11 items-center gap-2.5 rounded-md px-2 font-medium aria-[current]:bg-sunk"
                >
                  <entry.icon aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.8} />
                  {entry.label}
                  <UnreadCount count={unread[entry.href]} className="ml-auto" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  </Dialog>
);

export default PhoneMenu;
