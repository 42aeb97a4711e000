import type { Role } from '../../schema/users.ts';
import { can } from '../../sync/roles.ts';
import * as announcements from '../community/announcements/search.ts';
import * as documents from '../community/documents/search.ts';
import * as requests from '../community/requests/search.ts';
import * as violations from '../community/violations/search.ts';
import * as meetings from '../meetings/search.ts';
import * as accounts from '../money/account/search.ts';
import * as disputes from '../money/disputes/search.ts';
import * as dues from '../money/dues/search.ts';
import * as invoices from '../money/invoices/search.ts';
import * as addresses from '../people/addresses/search.ts';
import * as users from '../people/users/search.ts';
import { entriesFor, otherScreens } from '../shell/navigation.ts';
import type { SearchAction, SearchSource } from './source.ts';

/** The sources of all features, in the order in which equally good results stand. */
const FEATURES: readonly { source: SearchSource; actions?: readonly SearchAction[] }[] = [
  users,
  addresses,
  requests,
  violations,
  announcements,
  documents,
  meetings,
  dues,
  accounts,
  invoices,
  { source: accounts.payments },
  disputes,
];

export const sources: readonly SearchSource[] = FEATURES.map(({ source }) => source);

/** The actions and screens of a role, actions first. */
export const actionsFor = (role: Role): SearchAction[] =>
  [...FEATURES.flatMap(({ actions = [] }) => actions), ...entriesFor(role), ...otherScreens].filter(
    ({ needs }) => !needs || can(role, needs),
  );
