import { uuidv7 } from 'uuidv7';
import { addDays } from '../../schema/dates.ts';
import type { MutatorCells } from './isolation-cells.ts';

const DAY = '2098-05-01';
/** The day of the call: the rows it is about may be of the day after this file was read. */
const today = () => new Date().toISOString().slice(0, 10);
const OPENING_LINE = {
  ...{ line: 2, email: null, street: null, unit: null, name: null },
  ...{ balance: 12.5, as_of: '2025-12-31', due_on: '2025-12-31', category: 'fine', memo: 'x' },
};

/** The mutators of dues, entries, payments and rules. */
export const MONEY_MUTATORS = {
  createDue: {
    args: ({ resident }) => ({
      id: uuidv7(),
      title: 'x',
      frequency: 'monthly',
      recipients: [resident],
      recipient_rule: 'listed',
      excluded: [resident],
      send_date: DAY,
      amount: 10,
      reason: 'dues',
      description: null,
      due_date_offset: 7,
      fund: 'reserve',
      category: 'special_assessment',
    }),
    resident: 'forbidden',
    creates: 'due',
  },
  updateDue: {
    args: ({ due, board }) => ({
      id: due,
      title: 'x',
      frequency: 'quarterly',
      recipients: [board],
      recipient_rule: 'except',
      excluded: [board],
      send_date: DAY,
      amount: 10,
      reason: 'other',
      base: {},
      description: 'x',
      due_date_offset: 3,
      fund: 'operating',
      category: 'assessment',
      status: 'inactive',
    }),
    resident: 'forbidden',
  },
  setInvoiceStatus: { args: ({ invoice }) => ({ id: invoice, status: 'paid' }), resident: 'forbidden' },
  chargeAccount: {
    args: ({ account }) => ({
      id: uuidv7(),
      account_id: account,
      category: 'fine',
      amount: 10,
      effective_on: today(),
      due_on: addDays(today(), 30),
      fund: 'reserve',
      memo: 'x',
      note: 'x',
    }),
    resident: 'forbidden',
  },
  creditAccount: {
    args: ({ account }) => ({
      id: uuidv7(),
      account_id: account,
      amount: 10,
      effective_on: today(),
      reason: 'Good will',
      memo: 'x',
      note: 'x',
    }),
    resident: 'forbidden',
  },
  reverseEntry: {
    args: ({ entry }) => ({ id: uuidv7(), entry_id: entry, reason: 'A mistake', effective_on: today() }),
    resident: 'forbidden',
  },
  waiveEntry: {
    args: ({ entry }) => ({ id: uuidv7(), entry_id: entry, amount: 1, reason: 'Good will', effective_on: today() }),
    resident: 'forbidden',
  },
  writeOffEntry: {
    args: ({ entry }) => ({ id: uuidv7(), entry_id: entry, amount: 1, reason: 'Bad debt', effective_on: today() }),
    resident: 'forbidden',
  },
  recordPayment: {
    args: ({ account, entry, deposit }) => ({
      id: uuidv7(),
      account_id: account,
      amount: 10,
      method: 'check',
      received_on: today(),
      reference: '1042',
      payer_name: 'x',
      memo: 'x',
      note: 'x',
      pins: [{ debit_id: entry, amount: 10 }],
      deposit_id: deposit,
      duplicate_ok: true,
      corrects: null,
    }),
    resident: 'forbidden',
    creates: 'payment',
  },
  returnPayment: {
    args: ({ payment }) => ({
      id: uuidv7(),
      payment_id: payment,
      returned_on: today(),
      reason: 'Insufficient funds',
      fee: true,
    }),
    resident: 'forbidden',
  },
  recordRefund: {
    args: ({ paid }) => ({
      id: uuidv7(),
      source_id: paid,
      amount: 10,
      method: 'check',
      refunded_on: today(),
      reference: '7',
      reason: 'Paid twice',
    }),
    resident: 'forbidden',
    creates: 'payment',
  },
  mailReceipt: { args: ({ payment }) => ({ id: payment }), resident: 'forbidden' },
  resolveDuplicate: { args: ({ payment, twin }) => ({ id: payment, keep: twin }), resident: 'forbidden' },
  createPlan: {
    args: ({ debtor, debt }) => ({
      id: uuidv7(),
      account_id: debtor,
      covers: [debt],
      instalments: [
        { due_on: addDays(today(), 20), amount: 30 },
        { due_on: addDays(today(), 50), amount: 20 },
      ],
      grace_days: 5,
    }),
    resident: 'forbidden',
    creates: 'plan',
  },
  cancelPlan: { args: ({ plan }) => ({ id: plan, reason: 'Paid otherwise' }), resident: 'forbidden' },
  remindNow: {
    args: ({ debtor }) => ({ id: uuidv7(), account_id: debtor }),
    resident: 'forbidden',
    creates: 'reminder',
  },
  printReminders: { args: ({ reminder }) => ({ ids: [reminder] }), resident: 'forbidden' },
  createDeposit: {
    args: () => ({ id: uuidv7(), name: 'x', fund: 'reserve', made_on: today() }),
    resident: 'forbidden',
    creates: 'deposit',
  },
  closeDeposit: { args: ({ deposit }) => ({ id: deposit, status: 'closed' }), resident: 'forbidden' },
  createPolicy: {
    args: () => ({
      id: uuidv7(),
      kind: 'application',
      starts_on: DAY,
      settings: { order: 'oldest_first', directed: false },
    }),
    resident: 'forbidden',
    creates: 'policy',
  },
  importOpening: {
    args: ({ account, batch }) => ({
      import_id: batch,
      lines: [{ ...OPENING_LINE, account_id: account }],
      late_fees: true,
    }),
    resident: 'forbidden',
    passesOver: ['import_id'],
  },
  undoOpening: { args: ({ batch, imported }) => ({ import_id: batch, entry_ids: [imported] }), resident: 'forbidden' },
  withdrawPolicy: { args: ({ policy }) => ({ id: policy }), resident: 'forbidden' },
  resendFailedJob: { args: ({ failedJob }) => ({ id: failedJob }), resident: 'forbidden' },
  dismissFailedJob: { args: ({ failedJob }) => ({ id: failedJob }), resident: 'forbidden' },
} satisfies MutatorCells;
