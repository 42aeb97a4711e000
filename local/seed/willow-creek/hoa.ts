import type { HoaData } from '../hoa-data.ts';
import { announcements } from './announcements.ts';
import { documents } from './documents.ts';
import { dues } from './dues.ts';
import { homes, people } from './people.ts';
import { requests } from './requests.ts';
import { violations } from './violations.ts';

export const willowCreek: HoaData = {
  slug: 'willowcreek',
  name: 'Willow Creek HOA',
  city: 'Naperville',
  zip: '60540',
  days: 1130,
  billing: {
    plan: 'growth',
    status: 'active',
    account: { details_submitted: true, charges_enabled: true, payouts_enabled: true, requirements_due: [] },
  },
  homes,
  people,
  requests,
  announcements,
  documents,
  violations,
  dues,
};
