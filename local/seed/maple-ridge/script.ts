import type { Script } from '../script.ts';
import { announcements, documents } from './news.ts';
import { homes, people } from './people.ts';
import { requests } from './requests.ts';
import { dues, violations } from './rules.ts';

/** A young community in the fourth week of its trial. */
export const mapleRidge: Script = {
  slug: 'mapleridge',
  name: 'Maple Ridge HOA',
  city: 'Cedar Falls',
  zip: '50613',
  days: 25,
  billing: {
    plan: 'starter',
    status: 'trialing',
    account: {
      details_submitted: true,
      charges_enabled: false,
      payouts_enabled: false,
      requirements_due: ['external_account', 'representative.id_number'],
    },
  },
  homes,
  people,
  requests,
  announcements,
  documents,
  violations,
  dues,
};
