import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { undeposited } from '../../sync/deposits/mutators.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { possibleDuplicates } from '../../sync/payments/duplicates.ts';
import { policyOn } from '../../sync/policies/rules.ts';
import { dayInWords } from '../../sync/words.ts';
import { offline, online, refusals, two } from '../support/conflicts.ts';
import type { Device } from '../support/device.ts';
import { check, fine, openAccount, sumsOf, TODAY } from '../support/ledger.ts';

/** Two of the board with an account of Rex's and a fine of $50 on their devices, then offline. */
const apart = async () => {
  const { ctx, bea, sue } = await two();
  const account = await openAccount(ctx, ctx.rex);
  const charge = fine(account);
  await bea.sync();
  await bea.store.mutate('chargeAccount', charge);
  for (const device of [bea, sue]) await device.sync();
  const meet = async () => {
    for (const device of [bea, sue]) await online(device);
    await bea.sync();
    await Promise.all([bea.close(), sue.close()]);
  };
  offline(bea, sue);
  return { ctx, bea, sue, account, fine_id: `${account}.${charge.id}`, meet };
};

const entries = (device: Device) =>
  device.store
    .rows('entry')
    .all.map(({ kind, amount_cents }) => `${kind} ${amount_cents / 100}`)
    .sort();
const messages = (device: Device) => refusals(device).map(({ mutation, message }) => [mutation, message]);
const figures = (device: Device) =>
  device.store.rows('account').all.map(({ balance_cents, credit_cents }) => [balance_cents, credit_cents]);

const cash = (account: string) => check(account, { method: 'cash', reference: null });
const onFine = (entry_id: string) => ({ id: uuidv7(), entry_id, reason: 'Good will' });

test('[REC-06] of one check on two devices the first stands, and the second may be recorded anyway', async () => {
  const { ctx, bea, sue, account, meet } = await apart();
  await bea.store.mutate('recordPayment', check(account));
  await sue.store.mutate('recordPayment', check(account, { reference: '01042' }));
  expect(entries(sue)).toEqual(['charge 50', 'payment -50']);
  await meet();
  const message = `Check 1042 for $50.00 is already recorded: ${dayInWords(TODAY)}, by ${ctx.bea.name}.`;
  expect([messages(bea), messages(sue)]).toEqual([[], [['recordPayment', message]]]);
  expect(entries(sue)).toEqual(['charge 50', 'payment -50']);
  const [refused] = refusals(sue);
  const anyway = { ...refused?.args, duplicate_ok: true };
  expect((await ctx.sue.call('POST', `/api/accounts/${account}/payments`, anyway)).status).toBe(201);
});

test('[REC-07] cash that two devices have recorded stands twice, and both show a possible duplicate', async () => {
  const { bea, sue, account, meet } = await apart();
  for (const device of [bea, sue]) await device.store.mutate('recordPayment', cash(account));
  await meet();
  expect(entries(bea)).toEqual(['charge 50', 'payment -50', 'payment -50']);
  for (const device of [bea, sue]) {
    expect(possibleDuplicates(device.store.rows('payment').all).map((group) => group.length)).toEqual([2]);
    expect([messages(device), figures(device)]).toEqual([[], [[-5000, 5000]]]);
  }
});

const FIRST_STANDS: [string, MutatorName, MutatorName, (name: string) => string][] = [
  ['[LEDG-05] a fee that both waived', 'waiveEntry', 'waiveEntry', () => 'Nothing is left to waive.'],
  [
    '[LEDG-06] a fee that one reversed and one waived',
    'reverseEntry',
    'waiveEntry',
    (name) => `This entry was already reversed on ${dayInWords(TODAY)}. ${name} posted it.`,
  ],
  [
    '[LEDG-05] a fee that one waived and one reversed',
    'waiveEntry',
    'reverseEntry',
    (name) => `Undo the waiver of ${dayInWords(TODAY)} first. ${name} posted it.`,
  ],
  [
    '[LEDG-06] a fee that both reversed',
    'reverseEntry',
    'reverseEntry',
    (name) => `This entry was already reversed on ${dayInWords(TODAY)}. ${name} posted it.`,
  ],
];

test.each(FIRST_STANDS)('%s: the first stands, the second is refused', async (_, first, second, message) => {
  const { ctx, bea, sue, fine_id, meet } = await apart();
  await bea.store.mutate(first, onFine(fine_id));
  await sue.store.mutate(second, onFine(fine_id));
  await meet();
  expect([messages(bea), messages(sue)]).toEqual([[], [[second, message(ctx.bea.name)]]]);
  expect(entries(sue)).toEqual(['charge 50', `${first === 'waiveEntry' ? 'waiver' : 'reversal'} -50`]);
  expect(entries(bea)).toEqual(entries(sue));
  expect(figures(sue)).toEqual([[0, 0]]);
});

test('[ALLO-07] a payment for a charge that was reversed meanwhile stays as credit', async () => {
  const { ctx, bea, sue, account, fine_id, meet } = await apart();
  await bea.store.mutate('reverseEntry', onFine(fine_id));
  await sue.store.mutate('recordPayment', { ...check(account), pins: [{ debit_id: fine_id, amount: 50 }] });
  await meet();
  expect([messages(bea), messages(sue)]).toEqual([[], []]);
  expect([figures(bea), figures(sue)]).toEqual([[[-5000, 5000]], [[-5000, 5000]]]);
  expect(await sumsOf(ctx, account)).toEqual([-5000, 5000]);
});

test('[REC-08] a payment for a deposit that was closed meanwhile stands without it', async () => {
  const { ctx, bea, sue, account, meet } = await apart();
  const deposit = { id: uuidv7(), name: 'November', made_on: TODAY };
  expect((await ctx.bea.call('POST', '/api/deposits', deposit)).status).toBe(201);
  const filled = check(account, { reference: '1', deposit_id: deposit.id });
  expect((await ctx.bea.call('POST', `/api/accounts/${account}/payments`, filled)).status).toBe(201);
  for (const device of [bea, sue]) await online(device);
  offline(bea, sue);
  await bea.store.mutate('closeDeposit', { id: deposit.id, status: 'closed' });
  expect(bea.store.rows('deposit').all).toMatchObject([{ status: 'closed', number: null }]);
  await sue.store.mutate('recordPayment', check(account, { deposit_id: deposit.id, reference: '2' }));
  await meet();
  expect([messages(bea), messages(sue)]).toEqual([[], []]);
  expect(bea.store.rows('deposit').all).toMatchObject([{ status: 'closed', number: 1 }]);
  for (const device of [bea, sue])
    expect(undeposited(device.store.rows('payment').all).map(({ reference }) => reference)).toEqual(['2']);
});

test('[ACCT-10] on an account that was closed meanwhile a payment stands, and a charge is refused', async () => {
  const { ctx, bea, account, meet } = await apart();
  await bea.store.mutate('recordPayment', check(account));
  await bea.store.mutate('chargeAccount', fine(account));
  const sql = "UPDATE accounts SET status = 'closed', closed_on = ?, rev = rev + 1 WHERE id = ?";
  await ctx.db.execute({ sql, args: [TODAY, account] });
  await meet();
  expect(entries(bea)).toEqual(['charge 50', 'payment -50']);
  expect(refusals(bea)).toMatchObject([
    { mutation: 'chargeAccount', message: expect.stringMatching(/^This account was closed on .+\.$/) },
  ]);
});

test('[ALLO-10] of two rules of one day the later to arrive is in force, and both are kept', async () => {
  const { bea, sue, meet } = await apart();
  const starts_on = addDays(TODAY, 3);
  const rule = (order: string) => ({ id: uuidv7(), kind: 'application', starts_on, settings: { order } });
  const [first, second] = [rule('oldest_first'), rule('interest_first')];
  await sue.store.mutate('createPolicy', second);
  await bea.store.mutate('createPolicy', first);
  await meet();
  for (const device of [bea, sue]) {
    const policies = device.store.rows('policy').all;
    expect(policies).toHaveLength(2);
    expect(policyOn(policies, 'application', starts_on)?.id).toBe(second.id);
  }
});

test('[SYNC-09] what a member of the board recorded offline stays in the tray where the role was taken away', async () => {
  const { ctx, bea, sue, account } = await apart();
  await bea.store.mutate('recordPayment', check(account));
  await ctx.db.execute({
    sql: "UPDATE users SET role = 'resident', rev = rev + 1, epoch = epoch + 1 WHERE id = ?",
    args: [ctx.bea.id],
  });
  await online(bea);
  expect(refusals(bea)).toMatchObject([
    {
      mutation: 'recordPayment',
      args: { account_id: account, amount: 50 },
      message: 'You do not have permission to do this',
    },
  ]);
  expect(await sumsOf(ctx, account)).toEqual([5000, 0]);
  await Promise.all([bea.close(), sue.close()]);
});
