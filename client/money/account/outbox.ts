import { uuidv7 } from 'uuidv7';
import type { OutboxLabels, Verbs } from '../../outbox-label.ts';
import { formatMoney } from '../../ui/format.ts';

/** "$125.00", or nothing where an older release wrote something else. */
const money = (amount: unknown): string => (typeof amount === 'number' ? formatMoney(Math.round(amount * 100)) : '');
const words = (...parts: unknown[]): string => parts.filter(Boolean).join(' ');

const CLOSED = 'This account was closed on';
const TWICE = 'is already recorded:';

export const labels = {
  openAccount: { title: () => 'New account' },
  joinAccount: { title: ({ user_id }, titleOf) => `Share an account: ${titleOf(user_id)}` },
  leaveAccount: { title: ({ user_id }, titleOf) => `Stop sharing an account: ${titleOf(user_id)}` },
  transferOwnership: { title: ({ on }) => `Sale of a home on ${on}` },
  setAccountFlags: { title: () => 'Account settings' },
  chargeAccount: {
    title: ({ amount, memo }) => words('Charge', money(amount), memo),
    repair: (args, message, rowsOf) => {
      if (!message.startsWith(CLOSED)) return undefined;
      const next = rowsOf('account').find(({ follows, status }) => follows === args.account_id && status === 'open');
      const charge = { ...args, id: uuidv7(), account_id: next?.id };
      return { repairs: next ? [{ label: 'Charge the new owner', mutation: 'chargeAccount', args: charge }] : [] };
    },
  },
  creditAccount: { title: ({ amount }) => words('Credit', money(amount)) },
  reverseEntry: { title: ({ reason }) => words('Reversal:', reason) },
  waiveEntry: { title: ({ amount }) => words('Waiver', money(amount)) },
  writeOffEntry: { title: ({ amount }) => words('Write-off', money(amount)) },
  recordPayment: {
    title: ({ amount, method, reference }) =>
      method === 'check' ? words('Check', reference, money(amount)) : words('Payment', money(amount)),
    repair: (args, message) =>
      message.includes(TWICE)
        ? {
            discard: 'Discard mine',
            repairs: [{ label: 'Record it anyway', mutation: 'recordPayment', args: { ...args, duplicate_ok: true } }],
          }
        : undefined,
  },
  returnPayment: { title: ({ reason }) => words('Returned payment:', reason) },
  recordRefund: { title: ({ amount }) => words('Refund', money(amount)) },
  mailReceipt: { title: () => 'Receipt by email' },
  resolveDuplicate: { title: ({ keep }) => (keep === 'both' ? 'Keep both payments' : 'Keep one of two payments') },
  createDeposit: { title: ({ name }) => words('Deposit:', name) },
  closeDeposit: { title: () => 'Close a deposit' },
  createPolicy: { title: () => 'Rule' },
  importOpening: { title: ({ lines }) => words('Opening balances:', Array.isArray(lines) ? lines.length : '') },
  undoOpening: { title: () => 'Undo an import of balances' },
  withdrawPolicy: { title: () => 'Withdraw a rule' },
  createPlan: {
    title: ({ instalments }) =>
      words('Payment plan', Array.isArray(instalments) && `of ${instalments.length} installments`),
  },
  remindNow: { title: () => 'Reminder' },
  printReminders: { title: () => 'Printed letters' },
  cancelPlan: { title: ({ reason }) => words('Cancel a payment plan:', reason) },
} satisfies OutboxLabels;

export const verbs = {
  chargeAccount: 'charged',
  creditAccount: 'credited',
  reverseEntry: 'reversed an entry for',
  waiveEntry: 'waived a charge for',
  writeOffEntry: 'wrote off a charge for',
  recordPayment: 'recorded a payment for',
  returnPayment: 'recorded a returned payment for',
  recordRefund: 'recorded a refund for',
  mailReceipt: 'emailed the receipt for',
  resolveDuplicate: 'resolved a possible duplicate for',
  createPlan: 'started a payment plan for',
  cancelPlan: 'canceled the payment plan for',
  importOpening: 'imported a balance for',
  undoOpening: 'undid the import for',
  remindNow: 'reminded',
  printReminders: 'marked letters as printed for',
  openAccount: 'opened',
  joinAccount: 'added a holder to',
  leaveAccount: 'removed a holder from',
  transferOwnership: 'transferred',
  setAccountFlags: 'changed',

  createDeposit: 'created',
  closeDeposit: 'closed',

  createPolicy: 'set',
  withdrawPolicy: 'withdrew',
} satisfies Verbs;
