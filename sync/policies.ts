import type { Policy } from '../schema/tables/ledger.ts';
import { can } from './roles.ts';
import type { Synced } from './tx.ts';

export const synced: Synced<Policy> = {
  audiences: [
    { audience: 'board' },
    { audience: 'residents', when: { kind: ['late_fee', 'interest', 'returned_fee', 'application', 'online_fee'] } },
  ],
  view: (policy, viewer) =>
    can(viewer.role, 'money.record') ? policy : { ...policy, made_by: null, made_by_name: null },
};
