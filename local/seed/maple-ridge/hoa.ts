import type { HoaData } from '../hoa-data.ts';
import { announcements, documents } from './announcements.ts';
import { homes, people } from './people.ts';
import { requests } from './requests.ts';
import { dues, violations } from './violations-dues.ts';

export const mapleRidge: HoaData = {
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
