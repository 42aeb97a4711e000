import { CREATION } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  hoa: {
    activity: {
      kind: 'record',
      title: ({ name }) => name,
      fields: {
        name: 'plain',
        name_key: 'never',
        city: 'plain',
        zip: 'plain',
        time_zone: 'plain',
        mails_paused_until: 'plain',
        leaving_at: 'plain',
        superadmins_need_second_factor: 'plain',
        ledger_opened_at: 'never',
        ledger_opening: 'never',
        late_fees_announced_on: 'plain',
        online_payments: 'plain',
        ...CREATION,
      },
    },
  },
} satisfies ServerDescriptors;
