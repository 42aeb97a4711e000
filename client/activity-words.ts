import type { MutatorName } from '../sync/mutators.ts';
import * as failedJobs from './account/failed-jobs/activity-words.ts';
import * as profile from './account/profile/activity-words.ts';
import * as announcements from './community/announcements/activity-words.ts';
import * as documents from './community/documents/activity-words.ts';
import * as requests from './community/requests/activity-words.ts';
import * as violations from './community/violations/activity-words.ts';
import * as meetings from './meetings/activity-words.ts';
import * as accounts from './money/account/activity-words.ts';
import * as deposits from './money/deposits/activity-words.ts';
import * as dues from './money/dues/activity-words.ts';
import * as invoices from './money/invoices/activity-words.ts';
import * as rules from './money/rules/activity-words.ts';
import * as addresses from './people/addresses/activity-words.ts';
import * as users from './people/users/activity-words.ts';

/** Between a person and the record, of each change: "Bea Board", "created", "Leaky gutter". */
export const mutatorVerbs: Record<MutatorName, string> = {
  ...meetings.verbs,
  ...requests.verbs,
  ...announcements.verbs,
  ...documents.verbs,
  ...violations.verbs,
  ...dues.verbs,
  ...invoices.verbs,
  ...accounts.verbs,
  ...deposits.verbs,
  ...rules.verbs,
  ...users.verbs,
  ...addresses.verbs,
  ...failedJobs.verbs,
  ...profile.verbs,
  dismissRefusal: 'dismissed',
};
