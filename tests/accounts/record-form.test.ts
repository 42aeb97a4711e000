import { expect, test } from 'vitest';
import type { AccountBooks } from '../../client/money/accounts.ts';
import { figuresOf } from '../../client/money/owed/account-figures.ts';
import { NO_PAYMENT, partsOf, paymentArgs, paymentResolver } from '../../client/money/record/payment-form.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { fold } from '../../sync/ledger/fold.ts';

const check = {
  ...NO_PAYMENT,
  account_id: 'a-1',
  amount: '450.00',
  received_on: '2026-06-01',
  reference: '1042',
  payer_name: 'Lee Homes',
  deposit_id: 'd-1',
  pins: [{ debit_id: 'a-1.x', amount_cents: 45_000 }],
};

test('[REC-01] one check over several accounts is a payment for each, with the same number, day, payer and deposit', () => {
  const parts = partsOf({ ...check, others: [{ account_id: 'a-2', amount: '300' }] });
  expect(parts.map((part) => paymentArgs(part, 'id'))).toMatchObject([
    {
      account_id: 'a-1',
      amount: 450,
      reference: '1042',
      payer_name: 'Lee Homes',
      deposit_id: 'd-1',
      pins: [{ amount: 450 }],
    },
    { account_id: 'a-2', amount: 300, reference: '1042', payer_name: 'Lee Homes', deposit_id: 'd-1', pins: [] },
  ]);
  expect(parts.every((part) => !('others' in paymentArgs(part, 'id')))).toBe(true);
});

test('[REC-01] each part of a check names an account of its own and an amount', async () => {
  const others = [
    { account_id: '', amount: '' },
    { account_id: 'a-1', amount: '10' },
    { account_id: 'a-2', amount: '10' },
  ];
  const { errors } = await paymentResolver({ ...check, others }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  expect(errors.others).toMatchObject([
    { account_id: { message: 'Please select an account.' }, amount: { message: 'Please enter a valid amount.' } },
    { account_id: { message: 'This account is already chosen.' } },
    undefined as never,
  ]);
});

test('[EXPL-01] a balance is first what is open, less credit, and then all entries: both come to it', () => {
  const entry = (id: string, kind: Entry['kind'], amount_cents: number, on: string) =>
    ({
      id,
      kind,
      amount_cents,
      effective_on: on,
      due_on: amount_cents > 0 ? on : null,
      posted_at: `${on}T12:00:00.000Z`,
    }) as Entry;
  const list = [
    entry('jan', 'charge', 10_000, '2026-01-01'),
    entry('paid', 'payment', -10_000, '2026-01-09'),
    entry('feb', 'charge', 10_000, '2026-02-01'),
    entry('part', 'payment', -4000, '2026-02-09'),
    entry('tomorrow', 'payment', -4000, '2026-02-11'),
  ];
  const today = '2026-02-10';
  const books = { list, fold: fold(list, { policies: [], as_of: today }) } as unknown as AccountBooks;
  const { cents, parts, history = [] } = figuresOf(books, today).balance;
  const sum = (some: readonly { cents: number }[]) => some.reduce((total, one) => total + one.cents, 0);
  expect(parts.map((part) => [part.entry.id, part.cents])).toEqual([['feb', 6000]]);
  expect(history.map((part) => part.entry.id)).toEqual(['part', 'feb', 'paid', 'jan']);
  expect([cents, sum(parts), sum(history)]).toEqual([6000, 6000, 6000]);
});
