import { uuidv7 } from 'uuidv7';
import { describe, expect, test, vi } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { CATEGORIES } from '../../schema/ledger.ts';
import { inbox } from '../support/announcements.ts';
import { create, createTrackedContext, invoice, invoices, issue } from '../support/dues.ts';
import { announced, overdue, runOn, setRule } from '../support/fee-postings.ts';
import { SLOT } from '../support/fee-runs.ts';
import { FLAT, INTEREST, MONTHLY } from '../support/fees.ts';
import { contextForAll, createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { accountOf, ago, check, entriesOf, fine, openAccount, sumsOf, TODAY } from '../support/ledger.ts';
import { nth } from '../support/required.ts';

const feesOf = async (ctx: TestContext, account_id: string) =>
  (await entriesOf(ctx, account_id))
    .filter(({ kind }) => kind === 'late_fee' || kind === 'interest')
    .map(({ kind, effective_on, amount_cents }) => `${kind} ${effective_on} ${amount_cents}`);

describe('the job', () => {
  test('[FEE-04] [FEE-05] [FEE-06] [LEDG-07] posts a fee on its day, once, and notes the day', async () => {
    const { ctx, account_id, charge_id } = await overdue();
    await runOn(ctx, addDays(SLOT, -1));
    expect(await feesOf(ctx, account_id)).toEqual([]);
    await runOn(ctx, SLOT);
    await runOn(ctx, SLOT);
    await runOn(ctx, addDays(SLOT, 40));
    expect(await feesOf(ctx, account_id)).toEqual([`late_fee ${SLOT} 2500`]);
    expect(await accountOf(ctx, account_id)).toMatchObject({ fees_through: SLOT, balance_cents: 7500 });
    const fee = nth(await entriesOf(ctx, account_id), -1);
    expect(fee).toMatchObject({ source_id: charge_id, category: 'late_fee', due_on: SLOT, made_by: null });
    expect(fee.id).toBe(`${charge_id}-late-${SLOT}`);
    const { body } = await ctx.rex.call('GET', `/api/entries/${fee.id}`);
    expect(body.sentence).toMatch(
      /^Late fee: \$50\.00 of Trash cans was unpaid on .*, 10 days after it was due\. The fee is \$25\.00\.$/,
    );
    const activities = (await ctx.sue.call('GET', '/api/activity?limit=50')).body.docs;
    expect(activities.filter(({ action }: { action: string }) => action === 'postFees')).toHaveLength(1);
  });

  test('[FEE-06] after 60 days down it posts what it missed, oldest first', async () => {
    const { ctx, account_id } = await overdue(MONTHLY);
    await runOn(ctx, addDays(SLOT, 70));
    const days = (await feesOf(ctx, account_id)).map((fee) => nth(fee.split(' '), 1));
    expect(days).toHaveLength(3);
    expect(days).toEqual(days.toSorted());
  });

  test('[FEE-06] an account that was looked at and owed nothing is not looked at again for that day', async () => {
    const { ctx, account_id } = await overdue();
    const { body } = await ctx.bea.call('POST', `/api/accounts/${account_id}/payments`, check(account_id));
    await runOn(ctx, SLOT);
    expect((await accountOf(ctx, account_id)).fees_through).toBe(SLOT);
    const reversal = { id: uuidv7(), reason: 'Not ours', effective_on: TODAY };
    expect((await ctx.bea.call('POST', `/api/entries/${account_id}.${body._id}/reverse`, reversal)).status).toBe(201);
    await runOn(ctx, addDays(SLOT, 1));
    expect(await feesOf(ctx, account_id)).toEqual([]);
  });

  test('[FEE-13] interest is posted on the first day of a month for the days of the month before', async () => {
    const { ctx, account_id } = await overdue();
    await setRule(ctx, 'interest', { ...INTEREST, start_days: 0 });
    const due_on = addDays(TODAY, 1);
    const sql = `INSERT INTO entries (id, hoa_id, account_id, kind, category, amount_cents, effective_on, due_on, memo, posted_at)
      VALUES (?1 || '.dues', ?2, ?1, 'charge', 'assessment', 10000, ?3, ?3, 'Dues', ?3 || 'T12:00:00.000Z')`;
    await ctx.db.execute({ sql, args: [account_id, ctx.hoa_id, due_on] });
    const first = `${addDays(`${due_on.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
    await runOn(ctx, addDays(first, -1));
    expect((await feesOf(ctx, account_id)).filter((fee) => fee.startsWith('interest'))).toEqual([]);
    await runOn(ctx, first);
    const days = Number(addDays(first, -1).slice(8)) - Number(due_on.slice(8)) + 1;
    const cents = Math.floor((2 * 10_000 * 1200 * days + 3_650_000) / (2 * 3_650_000));
    expect((await feesOf(ctx, account_id)).filter((fee) => fee.startsWith('interest'))).toEqual([
      `interest ${addDays(first, -1)} ${cents}`,
    ]);
  });
});

const mailsTo = async ({ email }: Person, words: string) => (await inbox(words)).filter(({ to }) => to.includes(email));

describe('notices', () => {
  test('[FEE-15] the holders of an account are told of all its fees of a run in one mail', async () => {
    const { ctx, account_id } = await overdue({ ...MONTHLY, authority: 'Bylaws, section 4.2' });
    await runOn(ctx, addDays(SLOT, 70));
    expect(await feesOf(ctx, account_id)).toHaveLength(3);
    const mails = await mailsTo(ctx.rex, 'Late fees');
    expect(mails.map(({ subject }) => subject)).toEqual(['Late fees: $75.00']);
    for (const words of [
      '$25.00',
      'Trash cans',
      'Late fee: $50.00 of Trash cans',
      'Bylaws, section 4.2',
      'waive',
      '/account',
    ])
      expect(nth(mails, 0).text).toContain(words);
  });

  test('[FEE-09] the board is told a week before the first late fee, and none is posted before', async () => {
    const { ctx, account_id } = await overdue();
    await announced(ctx, null as unknown as string);
    await runOn(ctx, addDays(SLOT, -8));
    expect(await mailsTo(ctx.bea, 'Late fees')).toEqual([]);
    await runOn(ctx, addDays(SLOT, -7));
    await runOn(ctx, addDays(SLOT, -6));
    const mails = await mailsTo(ctx.bea, 'Late fees');
    expect(mails.map(({ subject }) => subject)).toEqual(['Late fees start in a week']);
    expect(nth(mails, 0).text).toContain('$25.00 on 1 account');
    await runOn(ctx, SLOT);
    expect(await feesOf(ctx, account_id)).toEqual([`late_fee ${SLOT} 2500`]);
  });

  test('[FEE-09] no slot within seven days of that mail is posted, whatever the grace', async () => {
    const { ctx, account_id } = await overdue({ ...MONTHLY, grace_days: 0 });
    await announced(ctx, null as unknown as string);
    const first = addDays(TODAY, 1);
    await runOn(ctx, first);
    await runOn(ctx, addDays(first, 20));
    expect(await feesOf(ctx, account_id)).toEqual([]);
    await runOn(ctx, addDays(first, 40));
    expect(await feesOf(ctx, account_id)).toHaveLength(1);
  });
});

describe('rules', () => {
  const ctx = contextForAll();
  const LATE = { kind: 'late_fee', starts_on: TODAY, settings: FLAT };
  const set = (over: object) => ctx.bea.call('POST', '/api/policies', { ...LATE, ...over });
  const answer = async (over: object) => {
    const { status, body } = await set(over);
    return [status, body.message];
  };

  test('[FEE-01] [FEE-02] the board sets late fees and interest, with limits on each number', async () => {
    expect(await answer({})).toEqual([201, undefined]);
    expect(await answer({ kind: 'interest', settings: INTEREST })).toEqual([201, undefined]);
    const refused = async (settings: object) => (await answer({ settings: { ...FLAT, ...settings } }))[1];
    expect(await refused({ grace_days: 91 })).toBe('Grace period must be between 0 and 90 days.');
    expect(await refused({ amount: 'percent' })).toBe('The percentage must be between 0.01 and 25.');
    expect(await refused({ cap_cents: 0 })).toBe('Please enter a valid cap.');
    expect(await refused({ repeat: 'monthly', times: 25 })).toBe('Fees can repeat 1 to 24 times.');
    expect(await answer({ starts_on: ago(1) })).toEqual([400, 'A rule can start today or later.']);
    expect((await ctx.rex.call('POST', '/api/policies', LATE)).status).toBe(403);
  });

  test('[FEE-01] a rule that is not in force yet may be withdrawn, one in force never', async () => {
    const later = await set({ starts_on: addDays(TODAY, 1) });
    expect((await ctx.bea.call('DELETE', `/api/policies/${later.body._id}`)).status).toBe(204);
    const now = await set({});
    expect((await ctx.bea.call('DELETE', `/api/policies/${now.body._id}`)).status).toBe(409);
  });
});

test('[ALLO-10] a rule that starts today counts for the money of today that was there before', async () => {
  const ctx = await createTrackedContext();
  const dates = { send_date: TODAY, due_date: addDays(TODAY, 7) };
  const due = await create(ctx.bea, [ctx.rex], { frequency: 'one_time', amount: 50, ...dates });
  await ctx.finishBackgroundWork();
  await issue(ctx, due._id);
  const { _id } = (await invoices(ctx.rex)).docs[0];
  const account_id = `a-${ctx.rex.id}`;
  await ctx.bea.call('POST', `/api/accounts/${account_id}/entries`, { kind: 'charge', ...fine(account_id) });
  await ctx.bea.call('POST', `/api/accounts/${account_id}/payments`, check(account_id));
  expect((await invoice(ctx.rex, _id)).body.status).toBe('paid');
  const steps = [['fine'], CATEGORIES.filter((category) => category !== 'fine')];
  await setRule(ctx, 'application', { order: 'own', directed: false, steps });
  await ctx.finishBackgroundWork();
  await vi.waitFor(async () => expect((await invoice(ctx.rex, _id)).body.status).toBe('pending'), { timeout: 10_000 });
  expect(await sumsOf(ctx, account_id)).toEqual([5000, 0]);
});

describe('the preview', () => {
  test('[FEE-09] says what a rule would post in the next 60 days and would have posted in the last 12 months', async () => {
    const ctx = await createContext();
    const account_id = await openAccount(ctx, ctx.rex);
    const other = await openAccount(ctx, ctx.rita);
    for (const [of, effective_on] of [
      [account_id, TODAY],
      [other, TODAY],
    ] as const)
      await ctx.bea.call('POST', `/api/accounts/${of}/entries`, { kind: 'charge', ...fine(of, { effective_on }) });
    await ctx.bea.call('POST', `/api/accounts/${other}/payments`, check(other));
    const sql = `INSERT INTO entries (id, hoa_id, account_id, kind, category, amount_cents, effective_on, due_on, posted_at)
      VALUES (?1 || '.old', ?2, ?1, 'charge', 'assessment', 20000, ?3, ?3, ?3 || 'T12:00:00.000Z')`;
    await ctx.db.execute({ sql, args: [account_id, ctx.hoa_id, ago(100)] });
    const { status, body } = await ctx.bea.call('POST', '/api/policies/preview', { settings: MONTHLY });
    expect(status).toBe(200);
    const charge = nth(
      (await entriesOf(ctx, account_id)).filter(({ category }) => category === 'fine'),
      0,
    );
    const slots = body.next[0].fees.map(({ on }: { on: string }) => on);
    expect(body).toMatchObject({ nextHomes: 1, nextCents: 2500 * slots.length, next: [{ account_id }] });
    expect(body.next[0].fees[0]).toEqual({ charge_id: charge.id, on: SLOT, amountCents: 2500 });
    expect(slots.length).toBeGreaterThanOrEqual(2);
    expect(body.lastYear).toEqual({ count: 3, cents: 7500, homes: 1 });
    expect((await ctx.bea.call('GET', '/api/policies')).body.docs).toEqual([]);
  });

  test('[FEE-09] is the board’s, for rules that could be saved', async () => {
    const ctx = await createContext();
    const preview = (person: typeof ctx.bea, body: object) => person.call('POST', '/api/policies/preview', body);
    expect((await preview(ctx.rex, { settings: FLAT })).status).toBe(403);
    expect((await preview(ctx.bea, {})).status).toBe(400);
    const refused = await preview(ctx.bea, { settings: { ...FLAT, grace_days: -1 } });
    expect([refused.status, refused.body.message]).toEqual([400, 'Grace period must be between 0 and 90 days.']);
    const ahead = await preview(ctx.bea, { settings: FLAT, as_of: addDays(TODAY, 1) });
    expect([ahead.status, ahead.body.message]).toEqual([400, 'The date cannot be in the future.']);
  });
});
