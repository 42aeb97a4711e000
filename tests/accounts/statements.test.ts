import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { Entry } from '../../schema/tables/ledger.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { type AccountStatement, accountStatement } from '../../sync/ledger/statement.ts';
import { statementCells } from '../../sync/ledger/statement-csv.ts';
import { testBothApis } from '../support/apis.ts';
import { fine, openAccount } from '../support/ledger.ts';
import { nth } from '../support/required.ts';

let posted = 0;
const instant = () => {
  posted += 1;
  return `2026-06-01T00:00:${String(posted).padStart(2, '0')}.000Z`;
};
const entry = (id: string, kind: Entry['kind'], amount_cents: number, effective_on: string, over: object = {}): Entry =>
  ({
    id,
    kind,
    amount_cents,
    effective_on,
    due_on: amount_cents > 0 ? effective_on : null,
    category: amount_cents > 0 ? 'assessment' : null,
    posted_at: instant(),
    ...over,
  }) as Entry;

const HISTORY = [
  entry('jan', 'charge', 10_000, '2026-01-01', { memo: 'Dues' }),
  entry('paid', 'payment', -10_000, '2026-01-09', { payment_id: 'p' }),
  entry('feb', 'charge', 10_000, '2026-02-01', { memo: 'Dues' }),
  entry('wrong', 'credit', -2500, '2026-02-10', { reason: 'Gate' }),
  entry('undone', 'reversal', 2500, '2026-03-05', { source_id: 'wrong', reason: 'Twice' }),
];

const statement = (range: Partial<Parameters<typeof accountStatement>[1]>, hide_corrections = false) => {
  const { lines, ...sums } = accountStatement([...HISTORY], { from: null, to: null, ...range }, { hide_corrections });
  return { ...sums, lines: lines.map((line) => [line.entry.id, line.cents, line.balance_cents]) };
};

test('[STMT-01] [STMT-02] each line has the sum of all entries up to it, and the last that of the account on the day', () => {
  expect(statement({ from: '2026-01-05', to: '2026-02-28' })).toEqual({
    opening_cents: 10_000,
    lines: [
      ['paid', -10_000, 0],
      ['feb', 10_000, 10_000],
      ['wrong', -2500, 7500],
    ],
    charged_cents: 10_000,
    paid_cents: 12_500,
    closing_cents: 7500,
  });
  for (const day of ['2026-01-31', '2026-02-10', '2026-03-05'])
    expect(statement({ to: day }).closing_cents).toBe(fold(HISTORY, { policies: [], as_of: day }).balance_cents);
});

test('[STMT-03] what is posted later does not change the statement of what was known before', () => {
  const known_at = nth(HISTORY, 2).posted_at;
  const before = statement({ known_at });
  expect(before).toMatchObject({
    closing_cents: 10_000,
    lines: [['jan'], ['paid'], ['feb']].map(([id]) => [id, expect.anything(), expect.anything()]),
  });
  HISTORY.push(entry('late', 'payment', -3000, '2026-01-20', { payment_id: 'q' }));
  expect(statement({ known_at })).toEqual(before);
  expect(statement({}).closing_cents).toBe(7000);
  HISTORY.pop();
});

test('[STMT-06] hidden corrections leave both out where both lie in the range, and no other balance changes outside their days', () => {
  const hidden = statement({}, true);
  expect(hidden.lines.map(([id]) => id)).toEqual(['jan', 'paid', 'feb']);
  expect(hidden.closing_cents).toBe(statement({}).closing_cents);
  expect(statement({ to: '2026-02-28' }, true).lines.at(-1)).toEqual(['wrong', -2500, 7500]);
});

test('[STMT-05] the file has the columns of the specification, amounts without sign, and the balance with a minus for credit', () => {
  const payments = new Map([['p', { method: 'check' as const, reference: '1042' }]]);
  const all = accountStatement([...HISTORY].slice(1, 3), { from: null, to: null });
  expect(statementCells(all, payments)).toEqual([
    ['Date', 'Posted', 'Description', 'Kind', 'Charge', 'Payment', 'Balance', 'Reference'],
    ['2026-01-09', '2026-06-01', 'Payment by check 1042', 'payment', '', '100.00', '-100.00', '1042'],
    ['2026-02-01', '2026-06-01', 'Dues', 'charge', '100.00', '', '0.00', ''],
  ]);
});

const SAME_DAY = [
  entry('twice', 'charge', 5000, '2026-04-01', { memo: 'Gate' }),
  entry('gone', 'reversal', -5000, '2026-04-01', { source_id: 'twice', reason: 'Twice' }),
];

test('[STMT-06] a charge reversed on its own day is one line without an amount, and the file says that it was reversed', () => {
  const { lines, closing_cents } = accountStatement(SAME_DAY, { from: null, to: null });
  expect(lines.map((line) => [line.entry.id, line.cents, line.balance_cents, line.corrects])).toEqual([
    ['twice', 0, 0, true],
  ]);
  expect(closing_cents).toBe(0);
  expect(statementCells({ lines } as AccountStatement, new Map())[1]).toEqual([
    '2026-04-01',
    '2026-06-01',
    'Gate (reversed on the same day)',
    'charge',
    '',
    '',
    '0.00',
    '',
  ]);
});

testBothApis(
  '[STMT-02] [STMT-06] a statement over REST has each entry, and marks what was reversed and its reversal',
  async (api, ctx) => {
    const account = await openAccount(ctx, ctx.rex);
    const [wrong, right] = [fine(account), fine(account, { amount: 20 })];
    for (const args of [wrong, right]) expect(await api.act(ctx.bea, 'chargeAccount', args)).toEqual({ ok: true });
    const reversal = { id: uuidv7(), entry_id: `${account}.${wrong.id}`, reason: 'Twice' };
    expect(await api.act(ctx.bea, 'reverseEntry', reversal)).toEqual({ ok: true });
    for (const person of [ctx.bea, ctx.rex]) {
      const { docs, openingCents, closingCents } = (await person.call('GET', `/api/accounts/${account}/entries`)).body;
      let balance = openingCents;
      for (const doc of docs) {
        balance += doc.amountCents;
        expect(doc.balanceCents).toBe(balance);
      }
      expect([balance, closingCents]).toEqual([2000, 2000]);
      const marked = docs.filter(({ corrects }: { corrects: boolean }) => corrects);
      expect(marked.map(({ _id }: { _id: string }) => _id).sort()).toEqual(
        [wrong.id, reversal.id].map((id) => `${account}.${id}`).sort(),
      );
    }
  },
);
