import type { Getter } from 'jotai';
import type { LucideIcon } from 'lucide-react';
import type { Capability } from '../sync/roles.ts';
import type { ThreadMessage } from './device/seen.ts';
import type { OutboxLabels, RecordHrefs, RecordTitles, Verbs } from './outbox-label.ts';
import type { SearchAction, SearchSource } from './search/source.ts';
import type { LazyScreen } from './ui/on-demand.ts';

/** The descriptor of a feature. The first load of every screen holds it, so it names what is large in `import()`. */
export type Feature = {
  routes?: readonly ScreenRoute[];
  navigation?: NavEntry;
  /** Screens that are no entry of the navigation. */
  screens?: readonly ScreenEntry[];
  outbox?: () => Promise<OutboxPart>;
  search?: () => Promise<SearchPart>;
  /** Saves what a user has typed and what could not be saved then; called whenever there is a connection. */
  resume?: (user_id: string) => Promise<void>;
};

/** Visitors see `open` and `public` screens, users `open` ones and their own; a `display` has no navigation or any other
 * control. Users without the capability `needs` are redirected to `otherwise`, or see it where it is a screen. */
export type ScreenRoute = {
  path: string;
  screen: LazyScreen;
  access?: 'open' | 'public' | 'display';
  needs?: Capability;
  otherwise?: string | LazyScreen;
};

export type ScreenEntry = {
  label: string;
  href: string;
  icon: LucideIcon;
  /** The letter that opens it after G. */
  key: string;
  needs?: Capability;
  /** Other words by which the search finds it. */
  words?: string;
};

/** The groups of the navigation and their headings, in its order. */
export const NAV_GROUPS = {
  home: 'Home',
  requests: 'Requests',
  people: 'People',
  money: 'Money',
  meetings: 'Meetings',
  records: 'Records',
} as const;
export type NavGroup = keyof typeof NAV_GROUPS;

/** Also current on the paths below `href` and `also`. Its badge shows `countUnread`, or the number of threads at
 * {href}/{id}/messages with an unseen message. */
export type NavEntry = ScreenEntry & {
  group: NavGroup;
  /** Its label among the tabs of a phone, if it is one of them. */
  tab?: string;
  also?: string;
  countUnread?(get: Getter, user_id: string): number;
  messagesSince?(get: Getter, since: string): ThreadMessage[];
};

/** How its changes read while they wait, and in the trail of activity. */
type OutboxPart = { labels: OutboxLabels; titles?: RecordTitles; verbs: Verbs; hrefs?: RecordHrefs };
export type SearchPart = { source: SearchSource; actions?: readonly SearchAction[] };

export const feature = <const F extends Feature>(described: F): F => described;
