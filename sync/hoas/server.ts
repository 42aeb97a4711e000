import { CREATION, never } from '../activity/activity-fields.ts';
import { isChanged } from '../edits.ts';
import type { ServerDescriptors } from '../entity.ts';
import { HOA_FIELDS } from './entity.ts';

export const server = {
  hoa: {
    activity: {
      kind: 'record',
      title: ({ name }) => name,
      fields: {
        name: 'plain',
        city: 'plain',
        zip: 'plain',
        street: 'plain',
        state: 'plain',
        email: 'plain',
        phone: 'plain',
        time_zone: 'plain',
        mails_paused_until: 'plain',
        leaving_at: 'plain',
        superadmins_need_second_factor: 'plain',
        late_fees_announced_on: 'plain',
        online_payments: 'plain',
        kept_features: 'items',
        assign_requests: (rules) => Object.keys(rules).join(', '),
        remind_unanswered_days: 'plain',
        remind_overdue: 'plain',
        ...CREATION,
        ...never('name_key', 'ledger_opened_at', 'ledger_opening', 'edits', 'plan'),
      },
    },
    event: ({ id, ...hoa }, old) =>
      old && isChanged({ id, ...hoa }, old, HOA_FIELDS) ? { type: 'association.updated', id } : undefined,
  },
} satisfies ServerDescriptors;
