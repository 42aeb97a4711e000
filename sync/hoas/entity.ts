import type { Hoa } from '../../schema/tables/hoas.ts';
import { isStaff } from '../roles.ts';
import type { Synced } from '../tx.ts';

export const synced: Synced<Hoa> = {
  audiences: [{ audience: 'all' }],
  view: ({ mails_paused_until, ledger_opening, ...hoa }, viewer) => ({
    ...hoa,
    name_key: undefined,
    ...(isStaff(viewer.role) && { mails_paused_until, ledger_opening }),
  }),
};
