import type { Entity } from '../../schema/rows.ts';
import * as accounts from '../accounts/server.ts';
import * as activity from '../activity/server.ts';
import * as addresses from '../addresses/server.ts';
import * as announcements from '../announcements/server.ts';
import * as deposits from '../deposits/server.ts';
import * as disputes from '../disputes/server.ts';
import * as documents from '../documents/server.ts';
import * as dues from '../dues/server.ts';
import type { ServerDescriptorOf, ServerFiles } from '../entity.ts';
import * as failedJobs from '../failed-jobs/server.ts';
import * as hoas from '../hoas/server.ts';
import type { FileEntity } from '../index.ts';
import * as invoices from '../invoices/server.ts';
import * as ledger from '../ledger/server.ts';
import * as meetings from '../meetings/server.ts';
import * as notifications from '../notifications/server.ts';
import * as payments from '../payments/server.ts';
import * as plans from '../plans/server.ts';
import * as policies from '../policies/server.ts';
import * as refusals from '../refusals/server.ts';
import * as reminders from '../reminders/server.ts';
import * as requests from '../requests/server.ts';
import * as users from '../users/server.ts';
import * as violations from '../violations/server.ts';

/** The server's own descriptor of each entity; sync/index.ts has that of both sides. */
export const serverEntities: {
  [E in Entity]: ServerDescriptorOf<E> & (E extends FileEntity ? { files: ServerFiles } : object);
} = {
  ...hoas.server,
  ...users.server,
  ...addresses.server,
  ...requests.server,
  ...announcements.server,
  ...documents.server,
  ...violations.server,
  ...dues.server,
  ...invoices.server,
  ...payments.server,
  ...disputes.server,
  ...accounts.server,
  ...deposits.server,
  ...ledger.server,
  ...policies.server,
  ...plans.server,
  ...reminders.server,
  ...meetings.server,
  ...notifications.server,
  ...failedJobs.server,
  ...refusals.server,
  ...activity.server,
};
