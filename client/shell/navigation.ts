import type { Getter } from 'jotai';
import {
  Building2,
  CircleDollarSign,
  FolderOpen,
  History,
  House,
  Inbox,
  type LucideIcon,
  Megaphone,
  ShieldCheck,
  Users,
} from 'lucide-react';
import type { User } from '../../schema/tables/users.ts';
import type { Role } from '../../schema/users.ts';
import { type Capability, can } from '../../sync/roles.ts';
import { countUnread } from '../announcements/unread.ts';
import { paths } from '../paths.ts';
import { messagesSince as requestMessages } from '../requests/unread.ts';
import { messagesSince as violationMessages } from '../violations/unread.ts';
import type { ThreadMessage } from './seen.ts';

export type Me = Pick<User, 'id' | 'name' | 'email' | 'role'>;

/** Also current on the paths below `href` and `also`. Its badge shows `countUnread`, or the number of threads at
 * {href}/{id}/messages with an unseen message. */
export type NavEntry = {
  label: string;
  href: string;
  icon: LucideIcon;
  needs?: Capability;
  also?: string;
  countUnread?(get: Getter, user_id: string): number;
  messagesSince?(get: Getter, since: string): ThreadMessage[];
};

export const navigation: readonly NavEntry[] = [
  { label: 'Dashboard', href: paths.dashboard(), icon: House, also: paths.home() },
  { label: 'Announcements', href: paths.announcements(), icon: Megaphone, countUnread },
  { label: 'Requests', href: paths.requests(), icon: Inbox, messagesSince: requestMessages },
  { label: 'Documents', href: paths.documents(), icon: FolderOpen },
  {
    label: 'Compliance',
    href: paths.compliance(),
    icon: ShieldCheck,
    also: paths.violations(),
    messagesSince: violationMessages,
  },
  { label: 'Dues', href: paths.dues(), icon: CircleDollarSign, also: paths.invoices() },
  { label: 'Users', href: paths.users(), icon: Users, needs: 'users.manage' },
  { label: 'Addresses', href: paths.addresses(), icon: Building2, needs: 'addresses.manage' },
  { label: 'Activity', href: paths.activity(), icon: History, needs: 'activity.view' },
];

export const entriesFor = (role: Role): NavEntry[] => navigation.filter(({ needs }) => !needs || can(role, needs));

/** The last entries, of the people who manage the HOA, go into a menu where the bar has no room for all. */
const MOST_IN_ROW = 6;

export const topEntriesFor = (role: Role, hasRoom: boolean): { shown: NavEntry[]; more: NavEntry[] } => {
  const entries = entriesFor(role);
  const shown = hasRoom ? entries : entries.slice(0, MOST_IN_ROW);
  return { shown, more: entries.slice(shown.length) };
};

export const isCurrent = ({ href, also }: NavEntry, path: string): boolean =>
  [href, also].some((base) => base !== undefined && (path === base || path.startsWith(`${base}/`)));

const ON_TABS = [paths.announcements(), paths.requests(), paths.documents(), paths.dues()];

export const tabsFor = (role: Role): { tabs: NavEntry[]; more: NavEntry[] } => {
  const entries = entriesFor(role);
  const tabs = entries
    .filter(({ href }) => ON_TABS.includes(href))
    .map((entry) => (entry.href === paths.announcements() ? { ...entry, label: 'News' } : entry));
  return { tabs, more: entries.filter(({ href }) => !ON_TABS.includes(href)) };
};
