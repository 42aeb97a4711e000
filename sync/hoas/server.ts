import { CREATION, never } from '../activity/activity-fields.ts';
import { isChanged } from '../edits.ts';
import type { ServerDescriptors } from '../entity.ts';
import { HOA_FIELDS } from './entity.ts';
import { NO_LOGO } from './logo.ts';

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
        accent: 'plain',
        logo_key: () => 'Image',
        kept_features: 'items',
        assign_requests: (rules) => Object.keys(rules).join(', '),
        remind_unanswered_days: 'plain',
        remind_overdue: 'plain',
        ...CREATION,
        ...never(
          'name_key',
          'ledger_opened_at',
          'ledger_opening',
          'edits',
          'plan',
          'logo_width',
          'logo_height',
          'logo_pending',
          'remind_unanswered_from',
          'remind_overdue_from',
        ),
      },
    },
    event: ({ id, ...hoa }, old) =>
      old && isChanged({ id, ...hoa }, old, [...HOA_FIELDS, 'accent', 'logo_key'])
        ? { type: 'association.updated', id }
        : undefined,
    files: {
      key: 't.logo_key',
      confirm: async (tx, id, { key }) => {
        const hoa = await tx.get('hoa', id);
        if (hoa?.logo_key === key) await tx.put('hoa', { ...hoa, logo_pending: false });
      },
      withdraw: async (tx, id, { key }) => {
        const hoa = await tx.get('hoa', id);
        if (hoa?.logo_key !== key) return undefined;
        await tx.put('hoa', { ...hoa, ...NO_LOGO });
        return { mutation: 'updateBranding', args: {} };
      },
    },
  },
} satisfies ServerDescriptors;
