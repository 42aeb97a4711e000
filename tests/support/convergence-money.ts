import { uuidv7 } from 'uuidv7';
import { addDays } from '../../schema/dates.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { type Change, choose, DAY, onAccount, onEntry, person, rows, TODAY } from './convergence-chance.ts';

export const MONEY_CHANGES = {
  openAccount: (device, chance) => {
    const id = person(device, chance);
    return id ? { id: `a-${uuidv7()}`, address_id: null, holder_ids: [id] } : undefined;
  },
  joinAccount: (device, chance) => choose('account', () => ({ user_id: person(device, chance) }))(device, chance),
  leaveAccount: (device, chance) => {
    const account = chance.pick(rows(device, 'account').filter(({ holder_ids }) => holder_ids.length > 1));
    return account && { id: account.id, user_id: chance.pick(account.holder_ids) };
  },
  setAccountFlags: choose('account', ({ pick }) => ({ mail_off: pick([true, false]), note: pick([null, 'x']) })),
  transferOwnership: (device, chance) => {
    const account = chance.pick(rows(device, 'account').filter(({ status }) => status === 'open'));
    const buyer = person(device, chance);
    if (!account || !buyer) return undefined;
    const carry = chance.pick(['none', 'balance', 'credit_only']);
    return {
      id: `a-${uuidv7()}`,
      account_id: account.id,
      on: account.opened_on,
      buyer_ids: [buyer],
      carry,
      issued: [],
    };
  },
  createDue: (device, chance) => {
    const recipient = person(device, chance);
    if (!recipient) return undefined;
    const dates = { frequency: 'one_time', send_date: chance.pick([DAY, '2025-05-01']), due_date_offset: 7 };
    return {
      id: uuidv7(),
      title: 'x',
      ...dates,
      recipients: [recipient],
      recipient_rule: chance.pick(['listed', 'every_home', 'except']),
      excluded: [recipient],
      amount: 10,
      reason: 'dues',
      description: null,
    };
  },
  updateDue: choose('due', ({ pick }) => ({
    title: 'y',
    status: pick(['active', 'inactive']),
    recipient_rule: pick(['every_home', undefined]),
  })),
  setInvoiceStatus: choose('invoice', ({ pick }) => ({ status: pick(['paid', 'canceled']) })),
  chargeAccount: onAccount(({ pick }) => ({
    category: pick(['fine', 'other']),
    amount: 25,
    due_on: addDays(TODAY, 30),
  })),
  creditAccount: onAccount(() => ({ amount: 5, reason: 'Good will' })),
  reverseEntry: onEntry,
  waiveEntry: onEntry,
  writeOffEntry: onEntry,
  recordPayment: onAccount(({ pick }) => ({
    amount: pick([10, 25]),
    ...pick<object>([{ method: 'cash' }, { method: 'check', reference: '1042' }]),
    received_on: TODAY,
  })),
  returnPayment: (device, { pick }) => {
    const payment_id = pick(rows(device, 'payment'))?.id;
    return payment_id ? { id: uuidv7(), payment_id, returned_on: TODAY, reason: 'No funds' } : undefined;
  },
  recordRefund: (device, { pick }) => {
    const source_id = pick(rows(device, 'entry').filter(({ kind }) => kind === 'payment' || kind === 'credit'))?.id;
    const given = { amount: 5, method: 'cash', refunded_on: TODAY, reason: 'Paid twice' };
    return source_id ? { id: uuidv7(), source_id, ...given } : undefined;
  },
  mailReceipt: (device, { pick }) => {
    const id = pick(rows(device, 'payment'))?.id;
    return id ? { id } : undefined;
  },
  resolveDuplicate: (device, { pick }) => {
    const id = pick(rows(device, 'payment'))?.id;
    return id ? { id, keep: pick(['both', id]) } : undefined;
  },
  createPlan: (device, { pick }) => {
    const covered = pick(
      rows(device, 'entry').filter(({ kind, amount_cents }) => kind === 'charge' && amount_cents > 0),
    );
    const half = (covered?.amount_cents ?? 0) / 200;
    return covered
      ? {
          id: uuidv7(),
          account_id: covered.account_id,
          covers: [covered.id],
          instalments: [DAY, addDays(DAY, 30)].map((due_on) => ({ due_on, amount: half })),
        }
      : undefined;
  },
  cancelPlan: choose('plan', () => ({ reason: 'Paid otherwise' })),
  remindNow: onAccount(() => ({})),
  printReminders: (device, { pick }) => {
    const id = pick(rows(device, 'reminder'))?.id;
    return id ? { ids: [id] } : undefined;
  },
  createDeposit: () => ({ id: uuidv7(), name: 'x', made_on: TODAY }),
  closeDeposit: choose('deposit', () => ({ status: 'closed' })),
  createPolicy: (_, { pick }) => ({
    id: uuidv7(),
    kind: 'application',
    starts_on: DAY,
    settings: { order: pick(['oldest_first', 'interest_first']) },
  }),
  importOpening: (device, { pick }) => {
    const account_id = pick(rows(device, 'account'))?.id;
    const line = { line: 2, account_id, balance: pick([40, -15]), as_of: '2025-12-31' };
    return account_id ? { import_id: uuidv7(), lines: [line] } : undefined;
  },
  undoOpening: (device, { pick }) => {
    const entry = pick(rows(device, 'entry').filter(({ kind }) => kind === 'opening'));
    return entry && { import_id: entry.batch_id, entry_ids: [entry.id] };
  },
  withdrawPolicy: choose('policy'),
} satisfies Partial<Record<MutatorName, Change>>;
