import { describe, expect, test } from 'vitest';
import { changesOf } from '../../client/forms/changes.ts';
import { argsOf, type DueValues, dueFormInput, newDue, valuesOf } from '../../client/money/dues/form-values.ts';
import { nextSendDate, periodsOf } from '../../client/money/dues/model.ts';
import { paginate } from '../../client/money/invoices/model.ts';
import { daysUntil, dueLabel, timelineOf } from '../../client/money/invoices/timeline-entries.ts';
import { requirementLabel } from '../../client/money/payouts/model.ts';
import type { Due } from '../../schema/tables/dues.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';

const TODAY = '2026-11-20';
const REX = '019a2003-0af1-7381-b801-5acba0710001';

const due: Due = {
  id: 'due-1',
  hoa_id: 'hoa-1',
  rev: 1,
  title: 'Monthly dues',
  frequency: 'monthly',
  recipients: [REX],
  recipient_rule: null,
  excluded: null,
  amount_cents: 18_550,
  reason: 'dues',
  description: null,
  anchor_date: '2026-01-31',
  periods_sent: 10,
  send_date: '2026-11-30',
  due_date: '2026-12-07',
  due_date_offset: 7,
  fund: 'operating',
  category: null,
  status: 'active',
  created_by: 'bea',
  created_by_name: 'Bea',
  created_at: '2026-01-01T12:00:00.000Z',
  edits: null,
};

const invoice: Invoice = {
  id: 'invoice-1',
  hoa_id: 'hoa-1',
  rev: 1,
  due_id: 'due-1',
  recipient_id: REX,
  period: '2026-10-31',
  title: 'Monthly dues',
  description: null,
  amount_cents: 18_550,
  status: 'pending',
  sent: '2026-10-31T15:00:00.000Z',
  due_date: '2026-11-07',
  account_id: null,
  paid_cents: 0,
  paid_at: null,
  canceled_at: null,
  checkout_session_id: null,
};

const payment: Payment = {
  id: 'payment-1',
  hoa_id: 'hoa-1',
  rev: 1,
  invoice_id: 'invoice-1',
  user_id: REX,
  kind: 'charge',
  amount_cents: 18_550,
  currency: 'usd',
  status: 'succeeded',
  method: 'card',
  provider_payment_id: null,
  checkout_session_id: null,
  account_id: null,
  received_on: null,
  reference: null,
  payer_name: null,
  memo: null,
  deposit_id: null,
  returned_cents: 0,
  online_fee_cents: 0,
  kept_at: null,
  refund_terms: null,
  refund_of: null,
  recorded_by: null,
  note: null,
  processor_fee_cents: null,
  unrecovered_cents: 0,
  failed_settlements: 0,
  created_at: '2026-11-02T10:00:00.000Z',
  settled_at: '2026-11-02T10:00:05.000Z',
};

describe('[DUE-16] the form of a due', () => {
  const typed: DueValues = {
    ...newDue({}),
    title: 'Pool season',
    amount: '62.50',
    send_date: '2026-11-20',
    recipient_rule: 'listed',
    recipients: [REX],
  };
  const messagesFor = (values: Partial<DueValues>, kept = '') => {
    const { error } = dueFormInput(TODAY, kept).safeParse({ ...typed, ...values });
    return error?.issues.map(({ path, message }) => [path[0], message]) ?? [];
  };

  test('[DUE-15] a new due is for every home; a draft of before there were rules names people', () => {
    expect(newDue({}).recipient_rule).toBe('every_home');
    expect(newDue({ recipients: { added: [REX], removed: [] } }).recipient_rule).toBe('listed');
    expect(newDue({ recipients: [REX], recipient_rule: 'except' }).recipient_rule).toBe('every_home');
    expect(messagesFor({ recipient_rule: 'every_home', recipients: [] })).toEqual([]);
    expect(messagesFor({ recipient_rule: 'except', recipients: [] })).toEqual([
      ['excluded', 'Please select at least one person to leave out.'],
    ]);
  });

  test('[DUE-13] [DUE-14] [DUE-15] what is missing is said of every field at once', () => {
    expect(messagesFor({ title: ' ', amount: '', send_date: '', recipients: [] })).toEqual([
      ['title', 'Please enter a title.'],
      ['amount', 'Please enter a valid amount.'],
      ['recipients', 'Please select at least one recipient.'],
      ['send_date', 'Please select a send date.'],
    ]);
    expect(messagesFor({})).toEqual([]);
  });

  test.each(['0', '-5', '12.345', '1e9', 'abc'])('[DUE-16] [DUE-22] an amount of %s is refused', (amount) => {
    expect(messagesFor({ amount })).toEqual([['amount', 'Please enter a valid amount.']]);
  });

  test.each(['', '-1', '91', '7.5'])('[MOVE-07] an offset of "%s" days is refused', (due_date_offset) => {
    expect(messagesFor({ due_date_offset })).toEqual([
      ['due_date_offset', 'Due date offset must be between 0 and 90 days.'],
    ]);
  });

  test('[DUE-13] [DUE-18] title and description have their limits', () => {
    expect(messagesFor({ title: 'x'.repeat(100), description: 'y'.repeat(200) })).toEqual([]);
    expect(messagesFor({ title: 'x'.repeat(101) })).toHaveLength(1);
    expect(messagesFor({ description: 'y'.repeat(201) })).toHaveLength(1);
  });

  test('[DUE-14] yesterday is the earliest send date, but one that stands already may be past', () => {
    expect(messagesFor({ send_date: '2026-11-19' })).toEqual([]);
    expect(messagesFor({ send_date: '2026-11-18' })).toHaveLength(1);
    expect(messagesFor({ send_date: '2026-11-18' }, '2026-11-18')).toEqual([]);
  });

  test('[DUE-29] an edit sends what was changed alone; what has ended needs no send date', () => {
    const base = valuesOf(due);
    expect(base).toMatchObject({ amount: '185.50', due_date_offset: '7', description: '' });
    expect(argsOf(changesOf(base, { ...base, amount: '190', title: 'Dues' }))).toEqual({ amount: 190, title: 'Dues' });
    expect(messagesFor({ send_date: '', status: 'inactive' })).toEqual([]);
  });
});

describe('the schedule on the screens', () => {
  test('[DUE-03] [DUE-33] the next send date reads "Not set" where nothing more is sent', () => {
    expect(nextSendDate(due)).toBe('Nov 30, 2026');
    expect(nextSendDate({ ...due, status: 'inactive' })).toBe('Not set');
    const once = { ...due, frequency: 'one_time', periods_sent: 1, send_date: null, due_date: null } as const;
    expect(nextSendDate({ ...once, status: 'inactive' })).toBe('Not set');
  });

  test('[INV-10] [INV-12] each sending adds up what came in and what did not', () => {
    const paid: Invoice = { ...invoice, id: 'b', status: 'paid', paid_at: '2026-11-02T10:00:00.000Z' };
    const canceled: Invoice = { ...invoice, id: 'c', status: 'canceled', canceled_at: '2026-11-02T10:00:00.000Z' };
    const next: Invoice = { ...invoice, id: 'd', period: '2026-11-30', due_date: '2026-12-07' };
    const [newest, older] = periodsOf([invoice, paid, canceled, next], TODAY);
    expect(newest).toMatchObject({
      period: '2026-11-30',
      outstanding_cents: 18_550,
      overdue_cents: 0,
      collected_cents: 0,
    });
    expect(older).toMatchObject({
      sent_count: 3,
      paid_count: 1,
      collected_cents: 18_550,
      overdue_cents: 18_550,
      billed_cents: 37_100,
    });
  });
});

describe('an invoice on its screen', () => {
  test.each([
    ['2026-11-27', '7 days until due'],
    ['2026-11-21', '1 day until due'],
    ['2026-11-20', 'due today'],
    ['2026-11-17', '3 days overdue'],
    ['2027-03-15', '115 days until due'],
  ])('[INV-07] [INV-11] due on %s, it reads "%s"', (due_date, words) => {
    expect(dueLabel(daysUntil(due_date, TODAY))).toBe(words);
  });

  const labels = (changes: Partial<Invoice>, payments: Partial<Payment>[]) =>
    timelineOf(
      { ...invoice, ...changes },
      payments.map((one, at) => ({ ...payment, id: `payment-${at}`, ...one })),
    ).map(({ label }) => label);

  test('[INV-07] the timeline tells what happened in its order', () => {
    expect(labels({}, [])).toEqual(['Sent', 'Due']);
    const paid = { status: 'paid', paid_at: '2026-11-09T10:00:00.000Z' } as const;
    expect(labels(paid, [])).toEqual(['Sent', 'Due', 'Paid']);
    expect(
      labels(paid, [
        { status: 'failed' },
        { method: 'us_bank_account', settled_at: '2026-11-09T10:00:00.000Z' },
        { kind: 'refund', amount_cents: -5000, settled_at: '2026-11-12T10:00:00.000Z' },
      ]),
    ).toEqual(['Sent', 'Payment declined', 'Due', 'Paid by bank transfer', 'Refunded $50.00']);
  });

  test('[INV-07] a transfer on its way, a wrong sum and a payment outside are named for what they are', () => {
    expect(labels({}, [{ status: 'pending', method: 'us_bank_account', settled_at: null }])).toContain(
      'Bank transfer on its way',
    );
    expect(labels({}, [{ amount_cents: 100 }])).toContain('$1.00 paid by card');
    expect(labels({}, [{ kind: 'outside', method: 'check' }])).toContain('Paid by check');
    expect(labels({}, [{ kind: 'outside', method: 'other' }])).toContain('Paid outside Porchlight');
  });
});

test('[INV-03] [LIST-03] pages hold ten; one beyond the last is the last', () => {
  expect(paginate(25, 1, 10)).toEqual({ page: 1, pages: 3, total: 25, first: 1, last: 10 });
  expect(paginate(25, 3, 10)).toEqual({ page: 3, pages: 3, total: 25, first: 21, last: 25 });
  expect(paginate(25, 9, 10).page).toBe(3);
  expect(paginate(0, 1, 10)).toEqual({ page: 1, pages: 1, total: 0, first: 0, last: 0 });
});

test('[CONNECT-05] what the provider still wants reads as words', () => {
  expect(requirementLabel('external_account')).toBe('Bank account for payouts');
  expect(requirementLabel('company.tax_id')).toBe('Company: tax id');
});
