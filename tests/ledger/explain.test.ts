import { expect, test } from 'vitest';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { explain, sentenceOf } from '../../sync/ledger/explain.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { required } from '../support/required.ts';

const entry = (
  id: string,
  kind: Entry['kind'],
  amount_cents: number,
  effective_on: string,
  more: Partial<Entry> = {},
) => ({ id, kind, amount_cents, effective_on, posted_at: `${effective_on}T12:00:00Z`, ...more }) as Entry;

const LATE_FEE = {
  open_cents: 18_500,
  days: 16,
  formula: 'flat',
  result_cents: 2500,
  earlier_cents: 0,
  cap_cents: null,
};
const INTEREST = { from: '2030-02-01', to: '2030-02-28', rate_bp: 600, base_cents: 18_500, days: 28 };

/** A year of one account, each kind of entry once. */
const LIST: Entry[] = [
  entry('opening', 'opening', 1000, '2030-01-01', { due_on: '2030-01-01', category: 'other' }),
  entry('dues', 'charge', 18_500, '2030-01-05', {
    category: 'assessment',
    due_on: '2030-01-15',
    invoice_id: 'invoice',
    memo: 'Monthly dues',
  }),
  entry('fee', 'late_fee', 2500, '2030-02-01', { due_on: '2030-02-01', source_id: 'dues', rule: LATE_FEE }),
  entry('interest', 'interest', 85, '2030-02-28', { due_on: '2030-02-28', source_id: 'dues', rule: INTEREST }),
  entry('paid', 'payment', -20_000, '2030-03-01', { payment_id: 'check' }),
  entry('return', 'return', 20_000, '2030-03-05', { source_id: 'paid', reason: 'Insufficient funds' }),
  entry('waiver', 'waiver', -2500, '2030-03-06', { source_id: 'fee', reason: 'First late payment' }),
  entry('again', 'payment', -20_000, '2030-03-07', { payment_id: 'cash' }),
  entry('refund', 'refund', 100, '2030-03-08', { source_id: 'again', reason: 'Paid too much' }),
  entry('credit', 'credit', -500, '2030-03-09', { reason: 'The gate was broken' }),
  entry('write-off', 'write_off', -85, '2030-03-10', { source_id: 'interest', reason: 'Too small to collect' }),
  entry('fine', 'charge', 5000, '2030-03-11', { category: 'fine', due_on: '2030-03-21' }),
  entry('undone', 'reversal', -5000, '2030-03-12', { source_id: 'fine', reason: 'The wrong home' }),
  entry('moved', 'transfer', 700, '2030-03-13', { due_on: '2030-03-13', rule: { other_account_id: 'a-seller' } }),
];

const rows = {
  entries: new Map(LIST.map((one) => [one.id, one])),
  payments: new Map([
    ['check', { method: 'check', reference: '1042' } as Payment],
    ['cash', { method: 'cash', reference: null } as Payment],
  ]),
  fold: fold(LIST, { policies: [], as_of: '2030-12-31' }),
  homeOf: (id: string) => (id === 'a-seller' ? '12 Heron Court' : undefined),
};

const SENTENCES: Record<string, string> = {
  opening: 'Balance imported on Jan 1, 2030.',
  dues: 'Monthly dues for the period from Jan 5, 2030, due Jan 15, 2030.',
  fee: 'Late fee: $185.00 of Monthly dues was unpaid on Jan 31, 2030, 16 days after it was due. The fee is $25.00.',
  interest: 'Interest from Feb 1, 2030 to Feb 28, 2030: 6% a year on $185.00, 28 days = $0.85.',
  paid: 'Paid by check 1042 on Mar 1, 2030.',
  return: 'The payment of Mar 1, 2030 was returned on Mar 5, 2030: Insufficient funds.',
  waiver: '$25.00 was waived: First late payment.',
  refund: '$1.00 of the payment of Mar 7, 2030 was refunded: Paid too much.',
  credit: '$5.00 was credited: The gate was broken.',
  'write-off': '$0.85 was written off: Too small to collect.',
  fine: 'Fine, due Mar 21, 2030.',
  undone: 'Reverses the entry of Mar 11, 2030 (Fine): The wrong home.',
  moved: 'Moved from the account of 12 Heron Court with the sale on Mar 13, 2030.',
};

test.each(Object.entries(SENTENCES))('[EXPL-02] [EXPL-03] %s: %s', (id, sentence) => {
  expect(sentenceOf(required(rows.entries.get(id)), rows)).toBe(sentence);
});

test('[EXPL-02] [EXPL-03] a payment says what it covered, and its chain is that of the payment', () => {
  const { sentence, covers, chain } = explain(required(rows.entries.get('again')), rows);
  expect(sentence).toMatch(/^Paid in cash on Mar 7, 2030\. It covered \$185\.00 of Monthly dues/);
  expect(covers.map(({ title, cents }) => [title, cents])[0]).toEqual(['Monthly dues', 18_500]);
  expect(chain.map(({ id }) => id)).toEqual(['again', 'refund']);
});

test('[EXPL-02] the chain of a charge has its fee and what was waived of it', () => {
  expect(explain(required(rows.entries.get('waiver')), rows).chain.map(({ id }) => id)).toEqual([
    'dues',
    'fee',
    'interest',
    'waiver',
    'write-off',
  ]);
});

test('[FEE-12] [EXPL-03] a late fee that was cut says what it was limited to and what was charged before', () => {
  const rule = {
    ...LATE_FEE,
    formula: 'percent',
    percent_bp: 1000,
    result_cents: 1850,
    earlier_cents: 4000,
    cap_cents: 5000,
  };
  const cut = entry('cut', 'late_fee', 1000, '2030-02-01', { source_id: 'dues', rule });
  expect(sentenceOf(cut, rows)).toBe(
    'Late fee: $185.00 of Monthly dues was unpaid on Jan 31, 2030, 16 days after it was due. 10% of $185.00 = $18.50. Limited to $50.00; $40.00 was charged before.',
  );
});
