import { CreditCard, LifeBuoy, Siren, Sparkles, UserRound } from 'lucide-react';
import type { Role } from '../../schema/users.ts';
import { can } from '../../sync/roles.ts';
import * as addresses from '../addresses/search.ts';
import * as announcements from '../announcements/search.ts';
import * as disputes from '../disputes/search.ts';
import * as documents from '../documents/search.ts';
import * as dues from '../dues/search.ts';
import * as invoices from '../invoices/search.ts';
import { paths } from '../paths.ts';
import * as requests from '../requests/search.ts';
import { entriesFor } from '../shell/navigation.ts';
import * as users from '../users/search.ts';
import * as violations from '../violations/search.ts';
import type { SearchAction, SearchSource } from './source.ts';

/** What is searched, by feature, in the order in which equally good results stand. */
const FEATURES: readonly { source: SearchSource; actions?: readonly SearchAction[] }[] = [
  users,
  addresses,
  requests,
  violations,
  announcements,
  documents,
  dues,
  invoices,
  disputes,
];

export const sources: readonly SearchSource[] = FEATURES.map(({ source }) => source);

const SCREENS: readonly SearchAction[] = [
  {
    label: 'Needs attention',
    href: paths.needsAttention(),
    icon: Siren,
    needs: 'failed_jobs.manage',
    words: 'failed mails',
  },
  { label: 'Profile', href: paths.profile(), icon: UserRound, words: 'account password devices settings' },
  { label: 'Plans', href: paths.planSelection(), icon: Sparkles, needs: 'hoa.manage', words: 'subscription billing' },
  {
    label: 'Online Payments',
    href: paths.stripeSetup(),
    icon: CreditCard,
    needs: 'hoa.manage',
    words: 'stripe bank payouts',
  },
  { label: 'Support', href: paths.support(), icon: LifeBuoy, words: 'help contact' },
];

/** What a user of this role can do and open, what they do first. */
export const actionsFor = (role: Role): SearchAction[] =>
  [...FEATURES.flatMap(({ actions = [] }) => actions), ...entriesFor(role), ...SCREENS].filter(
    ({ needs }) => !needs || can(role, needs),
  );
