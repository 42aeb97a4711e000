import type { User } from '../../schema/tables/users.ts';
import type { Role } from '../../schema/users.ts';
import { can } from '../../sync/roles.ts';
import type { Feature, NavEntry, ScreenEntry } from '../feature.ts';
import { features } from '../features.ts';

export type Me = Pick<User, 'id' | 'name' | 'email' | 'role'>;

const all: readonly Feature[] = features;
export const navigation: readonly NavEntry[] = all.flatMap((feature) => feature.navigation ?? []);
const screens: readonly ScreenEntry[] = [...navigation, ...all.flatMap((feature) => feature.screens ?? [])];

/** The screens that a user of this role may open, each with its letter after G. */
export const screensFor = (role: Role): ScreenEntry[] => screens.filter(({ needs }) => !needs || can(role, needs));

const entriesFor = (role: Role): NavEntry[] => navigation.filter(({ needs }) => !needs || can(role, needs));

/** The last entries, of the people who manage the HOA, go into a menu where the bar has room for `most` alone. */
export const topEntriesFor = (role: Role, most: number): { shown: NavEntry[]; more: NavEntry[] } => {
  const entries = entriesFor(role);
  return { shown: entries.slice(0, most), more: entries.slice(most) };
};

export const isCurrent = ({ href, also }: NavEntry, path: string): boolean =>
  [href, also].some((base) => base !== undefined && (path === base || path.startsWith(`${base}/`)));

export const tabsFor = (role: Role): { tabs: NavEntry[]; more: NavEntry[] } => {
  const entries = entriesFor(role);
  return {
    tabs: entries.flatMap((entry) => (entry.tab ? [{ ...entry, label: entry.tab }] : [])),
    more: entries.filter(({ tab }) => !tab),
  };
};
