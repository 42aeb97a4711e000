import { activity } from './account/activity/feature.ts';
import { apiAccess } from './account/api-access/feature.ts';
import { auth } from './account/auth/feature.ts';
import { billing } from './account/billing/feature.ts';
import { developers } from './account/developers/feature.ts';
import { failedJobs } from './account/failed-jobs/feature.ts';
import { notifications } from './account/notifications/feature.ts';
import { profile } from './account/profile/feature.ts';
import { settings } from './account/settings/feature.ts';
import { signup } from './account/signup/feature.ts';
import { support } from './account/support/feature.ts';
import { announcements } from './community/announcements/feature.ts';
import { away } from './community/away/feature.ts';
import { dashboard } from './community/dashboard/feature.ts';
import { documents } from './community/documents/feature.ts';
import { reporting } from './community/reporting/feature.ts';
import { requests } from './community/requests/feature.ts';
import { violations } from './community/violations/feature.ts';
import { meetings } from './meetings/feature.ts';
import { accounts } from './money/account/feature.ts';
import { deposits } from './money/deposits/feature.ts';
import { disputes } from './money/disputes/feature.ts';
import { dues } from './money/dues/feature.ts';
import { fees } from './money/fees/feature.ts';
import { invoices } from './money/invoices/feature.ts';
import { opening } from './money/opening/feature.ts';
import { payouts } from './money/payouts/feature.ts';
import { payments } from './money/record/feature.ts';
import { reminders } from './money/reminders/feature.ts';
import { reports } from './money/reports/feature.ts';
import { moneyRules } from './money/rules/feature.ts';
import { sale } from './money/sale/feature.ts';
import { addresses } from './people/addresses/feature.ts';
import { users } from './people/users/feature.ts';

/** Every feature, in the order of the navigation. */
export const features = [
  dashboard,
  announcements,
  requests,
  documents,
  meetings,
  violations,
  dues,
  accounts,
  users,
  addresses,
  reporting,
  activity,
  failedJobs,
  invoices,
  moneyRules,
  away,
  profile,
  settings,
  billing,
  payouts,
  apiAccess,
  support,
  payments,
  disputes,
  deposits,
  fees,
  reminders,
  reports,
  opening,
  sale,
  auth,
  signup,
  developers,
  notifications,
] as const;
