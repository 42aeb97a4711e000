import { addDays, addMonths } from '../../schema/dates.ts';
import type { Rows } from '../../schema/rows.ts';
import type { User } from '../../schema/tables/users.ts';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { required } from '../support/required.ts';
import type { BenchHoa } from './fill.ts';

type Entry = Rows['entry'];
type Money = {
  due: Rows['due'];
  accounts: Rows['account'][];
  entries: Entry[];
  payments: Rows['payment'][];
  invoices: Rows['invoice'][];
};

const MONTHS = 60;
const ASSESSMENT = 18_500;
const LATE_FEE = 2500;
const DUE_DAYS = 14;
/** One home in ten owes its last three months, and one has paid ahead. */
const TURN = 10;
const OPEN_MONTHS = 3;
const AHEAD = 5000;

/** The workload "money-400": what each of the people was charged and paid in the five years before `today`, 150 entries each:
 * an assessment a month, a payment of it, and every other month a late fee. */
export const moneyOf = ({ bea, rita, neighbours }: BenchHoa, today: string): Money => {
  const people = [bea, rita, ...neighbours];
  const due = dueOf(bea, people, today);
  const money: Money = { due, accounts: [], entries: [], payments: [], invoices: [] };
  for (const [at, user] of people.entries()) addAccount(money, user, at, today);
  return money;
};

const addAccount = (money: Money, user: User, at: number, today: string): void => {
  const account: Account = { id: accountIdOf(user.id, 0), hoa_id: user.hoa_id };
  const first = addMonths(today, -MONTHS);
  const own: Entry[] = [];
  for (let month = 0; month < MONTHS; month += 1) {
    const sent = addMonths(first, month);
    const isPaid = at % TURN !== 0 || month < MONTHS - OPEN_MONTHS;
    const isLate = month % 2 === 0;
    const invoice = invoiceOf(money.due, { user, account, sent, isPaid });
    const charge = chargeOf(account, invoice);
    money.invoices.push(invoice);
    own.push(charge);
    if (isLate) own.push(lateFeeOf(account, charge, addDays(invoice.due_date, 11)));
    if (!isPaid) continue;
    const ahead = at % TURN === 1 && month === MONTHS - 1 ? AHEAD : 0;
    const cents = ASSESSMENT + (isLate ? LATE_FEE : 0) + ahead;
    const payment = paymentOf(account, user, cents, addDays(invoice.due_date, isLate ? 12 : -3));
    money.payments.push(payment);
    own.push(paymentEntryOf(account, payment));
  }
  const { balance_cents, credit_cents } = fold(own, { policies: [], as_of: today });
  money.accounts.push({ ...accountOf(account, user, first), balance_cents, credit_cents });
  money.entries.push(...own);
};

type Account = { id: string; hoa_id: string };

const instantOf = (day: string): string => `${day}T15:00:00.000Z`;

const entryOf = (
  account: Account,
  id: string,
  entry: Partial<Entry> & Pick<Entry, 'kind' | 'amount_cents' | 'effective_on'>,
) => ({
  id: `${account.id}.${id}`,
  hoa_id: account.hoa_id,
  rev: 1,
  account_id: account.id,
  category: null,
  posted_at: instantOf(entry.effective_on),
  due_on: null,
  fund: null,
  invoice_id: null,
  payment_id: null,
  source_id: null,
  pins: null,
  rule: null,
  memo: null,
  note: null,
  reason: null,
  made_by: null,
  made_by_name: null,
  batch_id: null,
  ...entry,
});

const chargeOf = (account: Account, { id, amount_cents, title, period, due_date }: Rows['invoice']): Entry =>
  entryOf(account, id, {
    ...{ kind: 'charge', category: 'assessment', amount_cents, effective_on: period, due_on: due_date },
    ...{ fund: 'operating', invoice_id: id, memo: title },
  });

/** It has the numbers of its rule, as the fee job posts it. */
const lateFeeOf = (account: Account, charge: Entry, day: string): Entry =>
  entryOf(account, crypto.randomUUID(), {
    kind: 'late_fee',
    category: 'late_fee',
    amount_cents: LATE_FEE,
    effective_on: day,
    due_on: day,
    fund: 'operating',
    source_id: charge.id,
    rule: { charge_id: charge.id, slot: 1, open_cents: ASSESSMENT, formula: 'flat', result_cents: LATE_FEE },
  });

const paymentOf = (account: Account, user: User, amount_cents: number, received_on: string): Rows['payment'] => ({
  id: crypto.randomUUID(),
  hoa_id: account.hoa_id,
  rev: 1,
  invoice_id: null,
  user_id: user.id,
  kind: 'outside',
  amount_cents,
  currency: 'usd',
  status: 'succeeded',
  method: 'check',
  provider_payment_id: null,
  checkout_session_id: null,
  refund_of: null,
  refund_terms: null,
  recorded_by: null,
  account_id: account.id,
  received_on,
  reference: received_on.replaceAll('-', ''),
  payer_name: user.name,
  memo: null,
  deposit_id: null,
  returned_cents: 0,
  online_fee_cents: 0,
  kept_at: null,
  note: null,
  processor_fee_cents: null,
  unrecovered_cents: 0,
  failed_settlements: 0,
  created_at: instantOf(received_on),
  settled_at: instantOf(received_on),
});

const paymentEntryOf = (account: Account, { id, amount_cents, received_on }: Rows['payment']): Entry =>
  entryOf(account, id, {
    kind: 'payment',
    amount_cents: -amount_cents,
    effective_on: required(received_on),
    payment_id: id,
  });

const dueOf = (board: User, people: readonly User[], today: string): Rows['due'] => ({
  id: crypto.randomUUID(),
  hoa_id: board.hoa_id,
  rev: 1,
  title: 'Monthly assessment',
  frequency: 'monthly',
  ...{ recipients: people.map(({ id }) => id), recipient_rule: null, excluded: null },
  amount_cents: ASSESSMENT,
  reason: 'dues',
  description: null,
  anchor_date: addMonths(today, -MONTHS),
  periods_sent: MONTHS,
  send_date: null,
  due_date: null,
  due_date_offset: DUE_DAYS,
  status: 'inactive',
  fund: 'operating',
  category: null,
  created_by: board.id,
  created_by_name: board.name,
  created_at: instantOf(addMonths(today, -MONTHS)),
  edits: null,
});

type Issued = { user: User; account: Account; sent: string; isPaid: boolean };

const invoiceOf = (due: Rows['due'], { user, account, sent, isPaid }: Issued): Rows['invoice'] => ({
  id: crypto.randomUUID(),
  hoa_id: due.hoa_id,
  rev: 1,
  due_id: due.id,
  recipient_id: user.id,
  period: sent,
  title: `${due.title}, ${sent.slice(0, 7)}`,
  description: null,
  amount_cents: due.amount_cents,
  account_id: account.id,
  paid_cents: isPaid ? due.amount_cents : 0,
  status: isPaid ? 'paid' : 'pending',
  sent: instantOf(sent),
  due_date: addDays(sent, due.due_date_offset),
  paid_at: isPaid ? instantOf(addDays(sent, due.due_date_offset)) : null,
  canceled_at: null,
  checkout_session_id: null,
});

/** One charge for each of the people, due on a day, and a rule for late fees that governs it. */
export const overdueOf = ({ hoa_id, bea, rita, neighbours }: BenchHoa, due_on: string) => {
  const accounts: Rows['account'][] = [];
  const entries: Entry[] = [];
  for (const user of [bea, rita, ...neighbours]) {
    const account: Account = { id: accountIdOf(user.id, 0), hoa_id };
    accounts.push({ ...accountOf(account, user, due_on), balance_cents: ASSESSMENT });
    const charge = { category: 'assessment', amount_cents: ASSESSMENT, effective_on: due_on, due_on } as const;
    entries.push(entryOf(account, crypto.randomUUID(), { kind: 'charge', ...charge }));
  }
  const policy: Rows['policy'] = {
    id: crypto.randomUUID(),
    hoa_id,
    rev: 1,
    kind: 'late_fee',
    starts_on: due_on,
    settings: LATE_FEE_RULE,
    made_by: bea.id,
    made_by_name: bea.name,
    made_at: instantOf(due_on),
  };
  return { accounts, entries, policy };
};

const LATE_FEE_RULE = {
  enabled: true,
  grace_days: 15,
  amount: 'flat',
  flat_cents: LATE_FEE,
  repeat: 'once',
  times: 1,
  least_open_cents: 100,
  categories: ['assessment'],
};

const accountOf = (account: Account, { id, address_id }: User, opened_on: string): Rows['account'] => ({
  ...account,
  rev: 1,
  address_id,
  holder_ids: [id],
  status: 'open',
  opened_on,
  closed_on: null,
  follows: null,
  balance_cents: 0,
  credit_cents: 0,
  fees_through: null,
  fees_off_until: null,
  mail_off: false,
  checkout_session_id: null,
  note: null,
});
