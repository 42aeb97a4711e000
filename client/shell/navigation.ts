import type { User } from '../../schema/tables/users.ts';
import type { Role } from '../../schema/users.ts';
import { can } from '../../sync/roles.ts';
import { type Feature, NAV_GROUPS, type NavEntry, type NavGroup, type ScreenEntry } from '../feature.ts';
import { features } from '../features.ts';

export type Me = Pick<User, 'id' | 'name' | 'email' | 'role'>;

const GROUPS = Object.keys(NAV_GROUPS) as NavGroup[];

const all: readonly Feature[] = features;
const entries: readonly NavEntry[] = all.flatMap((feature) => feature.navigation ?? []);
export const navigation = GROUPS.flatMap((group) => entries.filter((entry) => entry.group === group));
const screens: readonly ScreenEntry[] = [...navigation, ...all.flatMap((feature) => feature.screens ?? [])];

/** The screens that a user of this role may open, each with its letter after G. */
export const screensFor = (role: Role): ScreenEntry[] => screens.filter(({ needs }) => !needs || can(role, needs));

const entriesFor = (role: Role): NavEntry[] => navigation.filter(({ needs }) => !needs || can(role, needs));

export type Group = { group: NavGroup; heading: string | undefined; entries: NavEntry[] };

/** The groups that hold anything for this role. One that is a single entry of its own name has no heading. */
export const groupsFor = (role: Role): Group[] =>
  GROUPS.flatMap((group) => {
    const entries = entriesFor(role).filter((entry) => entry.group === group);
    const heading = entries.every(({ label }) => label === NAV_GROUPS[group]) ? undefined : NAV_GROUPS[group];
    return entries.length > 0 ? [{ group, heading, entries }] : [];
  });

export const isCurrent = ({ href, also }: NavEntry, path: string): boolean =>
  [href, also].some((base) => base !== undefined && (path === base || path.startsWith(`${base}/`)));

export const tabsFor = (role: Role): { tabs: NavEntry[]; more: NavEntry[] } => {
  const entries = entriesFor(role);
  return {
    tabs: entries.flatMap((entry) => (entry.tab ? [{ ...entry, label: entry.tab }] : [])),
    more: entries.filter(({ tab }) => !tab),
  };
};
