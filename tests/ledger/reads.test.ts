import { uuidv7 } from 'uuidv7';
import { beforeEach, expect, test } from 'vitest';
import { type MutatorName, mutators } from '../../sync/mutators.ts';
import { parse } from '../../sync/parse.ts';
import { transact } from '../../sync/server/transact.ts';
import type { Actor, Mutator, Tx } from '../../sync/tx.ts';
import { writeDeps } from '../../worker/transact.ts';
import { create, issue } from '../support/dues.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { ago, check, fine, openAccount, TODAY } from '../support/ledger.ts';

let ctx: TestContext;
let account: string;
beforeEach(async () => {
  ctx = await createContext();
  account = await openAccount(ctx, ctx.rex);
});

type Counts = { reads: number; folds: number };

/** Counts how often the entries are listed, and the folds: each filters the policies once, for the order of application. */
const counting = (tx: Tx, counts: Counts): Tx => {
  const list: Tx['list'] = async (entity, field, value) => {
    const rows = await tx.list(entity, field, value);
    if (entity === 'entry') counts.reads += 1;
    if (entity !== 'policy') return rows;
    const filter = (...args: Parameters<typeof rows.filter>) => {
      counts.folds += 1;
      return rows.slice().filter(...args);
    };
    return Object.assign(rows, { filter });
  };
  const get = (target: Tx, name: keyof Tx) => {
    const value = name === 'list' ? list : target[name];
    return typeof value === 'function' ? value.bind(target) : value;
  };
  return new Proxy(tx, { get: (target, name) => get(target, name as keyof Tx) });
};

/** Runs one act of the board. Returns [reads, folds]. */
const act = async (name: MutatorName, args: object): Promise<[number, number]> => {
  const counts: Counts = { reads: 0, folds: 0 };
  const mutator = mutators[name] as Mutator;
  const { id, hoa_id } = ctx.bea;
  const bea: Actor = { id, hoa_id, role: 'board', name: 'Bea', email: '', address_id: null };
  const run = (tx: Tx) => mutator.run(counting(tx, counts), parse(mutator.input, args));
  await transact(writeDeps(ctx.deps), bea, run, { action: null });
  return [counts.reads, counts.folds];
};

test('a posting reads the books of its account once, and folds each state of them at most once', async () => {
  const [first, second, third] = [fine(account, { effective_on: ago(5) }), fine(account), fine(account)];
  for (const charge of [first, second, third]) expect(await act('chargeAccount', charge)).toEqual([1, 1]);
  const on = ({ id }: { id: string }) => ({ id: uuidv7(), entry_id: `${account}.${id}`, reason: 'Good will' });
  const credit = { id: uuidv7(), account_id: account, amount: 5, reason: 'Good will' };
  const payment = check(account, { amount: 10 });
  expect(await act('creditAccount', credit)).toEqual([1, 1]);
  expect(await act('recordPayment', payment)).toEqual([1, 1]);
  expect(await act('reverseEntry', on(third))).toEqual([1, 1]);
  // What is open before it decides how much can be waived.
  expect(await act('waiveEntry', { ...on(first), amount: 5 })).toEqual([1, 2]);
});

test('a posting on an account with a plan folds no more for it', async () => {
  const charge = fine(account);
  await act('chargeAccount', charge);
  const instalments = [10, 40].map((days) => ({ due_on: ago(-days), amount: 25 }));
  const covers = [`${account}.${charge.id}`];
  expect(await act('createPlan', { id: uuidv7(), account_id: account, covers, grace_days: 5, instalments })).toEqual([
    1, 2,
  ]);
  const payment = check(account, { amount: 50 });
  expect(await act('recordPayment', payment)).toEqual([1, 2]);
  const returned = { id: uuidv7(), payment_id: payment.id, returned_on: TODAY, reason: 'No funds' };
  expect((await act('returnPayment', returned))[0]).toBe(1);
});

test('a posting on an account with invoices folds it as it was and as it is', async () => {
  await issue(ctx, (await create(ctx.bea, [ctx.rex]))._id, '2099-02-01T12:00:00.000Z');
  expect(await act('recordPayment', check(account, { amount: 50 }))).toEqual([1, 2]);
});
