import type { Deposit, Entry, Policy } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import type { Reminder } from '../../schema/tables/reminders.ts';
import { can } from '../roles.ts';
import type { Synced } from '../tx.ts';

/** The board sees all of an entry. Devices and REST get no empty fields, because a board's device holds 60,000 entries. */
export const syncedEntries: Synced<Entry> = {
  audiences: [{ audience: 'board' }, { heldIn: 'account_id' }],
  view: (entry, viewer) => {
    const all = can(viewer.role, 'money.record') ? entry : { ...entry, note: null, made_by: null, made_by_name: HOA };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as Partial<Entry>;
  },
};
const HOA = 'Your HOA';

export const syncedDeposits: Synced<Deposit> = { audiences: [{ audience: 'board' }], view: (deposit) => deposit };

export const syncedPolicies: Synced<Policy> = {
  audiences: [
    { audience: 'board' },
    { audience: 'residents', when: { kind: ['late_fee', 'interest', 'returned_fee', 'application', 'online_fee'] } },
  ],
  view: (policy, viewer) =>
    can(viewer.role, 'money.record') ? policy : { ...policy, made_by: null, made_by_name: null },
};

export const syncedPlans: Synced<PaymentPlan> = {
  audiences: [{ audience: 'board' }, { heldIn: 'account_id' }],
  view: (plan, viewer) => (can(viewer.role, 'money.record') ? plan : { ...plan, made_by: null, made_by_name: HOA }),
};

/** A holder sees what reached them, not what waits to be printed. */
export const syncedReminders: Synced<Reminder> = {
  audiences: [{ audience: 'board' }, { heldIn: 'account_id', when: { status: ['delivered', 'printed'] } }],
  view: (reminder, viewer) =>
    can(viewer.role, 'money.record') ? reminder : { ...reminder, sent_to: null, made_by: null, made_by_name: null },
};
