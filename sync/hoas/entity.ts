import type { Descriptors } from '../entity.ts';
import { isStaff } from '../roles.ts';

export const entities = {
  hoa: {
    audiences: [{ audience: 'all' }],
    view: ({ mails_paused_until, ledger_opening, ...hoa }, viewer) => ({
      ...hoa,
      name_key: undefined,
      ...(isStaff(viewer.role) && { mails_paused_until, ledger_opening }),
    }),
    load: 'first',
  },
} satisfies Descriptors;
