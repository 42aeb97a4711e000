import { uuidv7 } from 'uuidv7';
import { beforeEach, expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { createReminding, FIRST_DAY, step } from '../support/reminders.ts';

let home: Awaited<ReturnType<typeof createReminding>>;

const open = async () => {
  home = await createReminding();
};

beforeEach(() => () => home?.resend.close());

test('[DUN-03] [PLAN-06] nothing goes while reminders are off, nothing is open, or a kept plan covers it', async () => {
  await open();
  await home.rules(step(0), step(5));
  const covered = await home.charge(50, 0);
  await home.act('setAccountFlags', { id: home.account, mail_off: true });
  await home.run();
  await home.act('setAccountFlags', { id: home.account, mail_off: false });
  const instalments = [20, 50].map((days) => ({ due_on: addDays(FIRST_DAY, days), amount: 25 }));
  await home.act('createPlan', { id: uuidv7(), account_id: home.account, covers: [covered], instalments });
  for (const day of [0, 5, 6]) {
    home.goTo(day);
    await home.run();
  }
  expect(await home.reminders()).toEqual([]);
});

test('[PLAN-05] [PLAN-08] an instalment is reminded of three days before, and a plan that is not kept is broken once', async () => {
  await open();
  await home.rules(step(5), step(15), step(30));
  const covered = await home.charge(50, 0);
  const plan = uuidv7();
  const instalments = [20, 50].map((days) => ({ due_on: addDays(FIRST_DAY, days), amount: 25 }));
  await home.act('createPlan', { id: plan, account_id: home.account, covers: [covered], instalments });
  for (const day of [16, 17, 18, 20, 30]) {
    home.goTo(day);
    await home.run();
  }
  expect(home.subjects()).toEqual(['Your installment of $25.00 is due on Mar 23, 2031']);
  home.goTo(60);
  await home.run();
  await home.run();
  expect(home.subjects().slice(1).sort()).toEqual([
    'A payment plan has ended',
    'A payment plan has ended',
    'A payment plan has ended',
    'Step 30',
  ]);
  const [row] = (await home.ctx.db.execute({ sql: 'SELECT * FROM plans WHERE id = ?', args: [plan] })).rows;
  expect(row).toMatchObject({ status: 'broken', ended_on: addDays(FIRST_DAY, 31) });
});

test('[PLAN-02] [PLAN-03] after a plan was broken another is agreed, over what is open by then', async () => {
  await open();
  const covered = await home.charge(50, 0);
  const agree = (from: number, amount: number) => {
    const instalments = [from, from + 30].map((days) => ({ due_on: addDays(FIRST_DAY, days), amount }));
    return home.act('createPlan', { id: uuidv7(), account_id: home.account, covers: [covered], instalments });
  };
  await agree(20, 25);
  await home.pay(10);
  home.goTo(60);
  await home.run();
  await expect(agree(70, 25)).rejects.toThrow('The installments total $50.00. The charges total $40.00.');
  await agree(70, 20);
  await expect(agree(70, 20)).rejects.toThrow('This account already has a plan, started');
  await home.pay(40);
  const sql = 'SELECT status FROM plans WHERE account_id = ? ORDER BY made_at';
  const { rows } = await home.ctx.db.execute({ sql, args: [home.account] });
  expect(rows.map(({ status }) => status)).toEqual(['broken', 'finished']);
});
