import type { Getter } from 'jotai';
import {
  Building2,
  CircleDollarSign,
  CreditCard,
  FolderOpen,
  Gavel,
  History,
  House,
  Inbox,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  Megaphone,
  Moon,
  ReceiptText,
  Scale,
  ShieldCheck,
  Siren,
  Sparkles,
  UserRound,
  Users,
  WalletCards,
} from 'lucide-react';
import type { User } from '../../schema/tables/users.ts';
import type { Role } from '../../schema/users.ts';
import { type Capability, can } from '../../sync/roles.ts';
import { countUnread } from '../community/announcements/unread.ts';
import { messagesSince as requestMessages } from '../community/requests/unread.ts';
import { messagesSince as violationMessages } from '../community/violations/unread.ts';
import { paths } from '../paths.ts';
import type { ThreadMessage } from './seen.ts';

export type Me = Pick<User, 'id' | 'name' | 'email' | 'role'>;

/** Also current on the paths below `href` and `also`. Its badge shows `countUnread`, or the number of threads at
 * {href}/{id}/messages with an unseen message. */
export type NavEntry = {
  label: string;
  href: string;
  icon: LucideIcon;
  /** The letter that opens it after G. */
  key: string;
  needs?: Capability;
  also?: string;
  countUnread?(get: Getter, user_id: string): number;
  messagesSince?(get: Getter, since: string): ThreadMessage[];
};

export const navigation: readonly NavEntry[] = [
  { label: 'Dashboard', href: paths.dashboard(), key: 'd', icon: House, also: paths.home() },
  { label: 'Announcements', href: paths.announcements(), key: 'a', icon: Megaphone, countUnread },
  { label: 'Requests', href: paths.requests(), key: 'r', icon: Inbox, messagesSince: requestMessages },
  { label: 'Documents', href: paths.documents(), key: 'f', icon: FolderOpen },
  { label: 'Meetings', href: paths.meetings(), key: 'v', icon: Gavel },
  {
    label: 'Compliance',
    href: paths.compliance(),
    key: 'c',
    icon: ShieldCheck,
    also: paths.violations(),
    messagesSince: violationMessages,
  },
  { label: 'Dues', href: paths.dues(), key: 'm', icon: CircleDollarSign, also: paths.invoices() },
  { label: 'Accounts', href: paths.accounts(), key: 'b', icon: WalletCards, needs: 'money.record' },
  { label: 'Users', href: paths.users(), key: 'u', icon: Users, needs: 'users.manage' },
  { label: 'Addresses', href: paths.addresses(), key: 'h', icon: Building2, needs: 'addresses.manage' },
  { label: 'Activity', href: paths.activity(), key: 't', icon: History, needs: 'activity.view' },
];

/** Screens that stand in no menu of the bar. */
export const otherScreens: readonly ScreenEntry[] = [
  {
    label: 'Needs attention',
    href: paths.needsAttention(),
    icon: Siren,
    key: 'n',
    needs: 'failed_jobs.manage',
    words: 'failed mails',
  },
  { label: 'My Invoices', href: paths.myInvoices(), icon: ReceiptText, key: 'i', words: 'pay bills' },
  { label: 'My Account', href: paths.myAccount(), icon: WalletCards, key: 'y', words: 'balance owe paid' },
  {
    label: 'Money Rules',
    href: paths.moneyRules(),
    icon: Scale,
    key: 'e',
    needs: 'money.settings',
    words: 'late fees interest reminders',
  },
  { label: 'While you were away', href: paths.away(), icon: Moon, key: 'w', words: 'changes since my last visit' },
  {
    label: 'Profile',
    href: paths.profile(),
    icon: UserRound,
    key: 'p',
    words: 'account password devices settings notifications',
  },
  {
    label: 'Plans',
    href: paths.planSelection(),
    icon: Sparkles,
    key: 'l',
    needs: 'hoa.manage',
    words: 'subscription billing',
  },
  {
    label: 'Online Payments',
    href: paths.stripeSetup(),
    icon: CreditCard,
    key: 'o',
    needs: 'hoa.manage',
    words: 'stripe bank payouts',
  },
  {
    label: 'API Access',
    href: paths.apiAccess(),
    icon: KeyRound,
    key: 'k',
    needs: 'api.manage',
    words: 'tokens webhooks',
  },
  { label: 'Support', href: paths.support(), icon: LifeBuoy, key: 's', words: 'help contact' },
];

type ScreenEntry = Pick<NavEntry, 'label' | 'href' | 'icon' | 'key' | 'needs'> & { words?: string };

/** The screens that a user of this role may open, each with its letter after G. */
export const screensFor = (role: Role): ScreenEntry[] =>
  [...navigation, ...otherScreens].filter(({ needs }) => !needs || can(role, needs));

export const entriesFor = (role: Role): NavEntry[] => navigation.filter(({ needs }) => !needs || can(role, needs));

/** The last entries, of the people who manage the HOA, go into a menu where the bar has room for `most` alone. */
export const topEntriesFor = (role: Role, most: number): { shown: NavEntry[]; more: NavEntry[] } => {
  const entries = entriesFor(role);
  return { shown: entries.slice(0, most), more: entries.slice(most) };
};

export const isCurrent = ({ href, also }: NavEntry, path: string): boolean =>
  [href, also].some((base) => base !== undefined && (path === base || path.startsWith(`${base}/`)));

const ON_TABS = [paths.dashboard(), paths.announcements(), paths.requests(), paths.dues()];

export const tabsFor = (role: Role): { tabs: NavEntry[]; more: NavEntry[] } => {
  const entries = entriesFor(role);
  const tabs = entries
    .filter(({ href }) => ON_TABS.includes(href))
    .map((entry) => (entry.href === paths.announcements() ? { ...entry, label: 'News' } : entry));
  return { tabs, more: entries.filter(({ href }) => !ON_TABS.includes(href)) };
};
