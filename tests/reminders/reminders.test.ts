import { uuidv7 } from 'uuidv7';
import { beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { fillPlaceholders, unknownPlaceholder } from '../../schema/placeholders.ts';
import { stepReached } from '../../sync/reminders/rules.ts';
import { testBothApis } from '../support/apis.ts';
import { TODAY } from '../support/ledger.ts';
import { createReminding, FIRST_DAY, step } from '../support/reminders.ts';
import { nth } from '../support/required.ts';

let home: Awaited<ReturnType<typeof createReminding>>;

const open = async () => {
  home = await createReminding();
};

beforeEach(() => () => home?.resend.close());

const states = async () => (await home.reminders()).map(({ step: days, status }) => `${days} ${status}`);

testBothApis('[DUN-01] [DUN-04] the board sets at most ten steps with known placeholders', async (api, { bea }) => {
  const save = (...steps: object[]) =>
    api.act(bea, 'createPolicy', { id: uuidv7(), kind: 'dunning', starts_on: TODAY, settings: { steps } });
  const invalid = (message: string) => ({ ok: false, code: 'invalid', message });
  expect(await save(step(5, { text: 'Dear {nobody}' }))).toEqual(invalid('Unknown placeholder {nobody}.'));
  expect(await save(step(5, { subject: '{x}' }))).toEqual(invalid('Unknown placeholder {x}.'));
  expect(await save(...Array.from({ length: 11 }, (_, at) => step(at)))).toEqual(
    invalid('At most 10 reminders can be set.'),
  );
  expect(await save(step(5), step(5))).toEqual(invalid('Each day can have one reminder.'));
  expect(await save(step(-31))).toMatchObject({ code: 'invalid' });
  expect(await save(step(-3), step(0), step(45, { channel: 'letter' }))).toEqual({ ok: true });
});

test('[DUN-04] placeholders are filled, and what stands for nothing is named', () => {
  const values = {
    name: 'Rex',
    home: 'x',
    due_now: '$1',
    oldest_due: 'x',
    days: '5',
    fees: 'x',
    pay_link: 'x',
    statement_link: 'x',
  };
  expect(fillPlaceholders('{name}: {due_now}, {days} days', values)).toBe('Rex: $1, 5 days');
  expect([unknownPlaceholder('{name} {nmae}'), unknownPlaceholder('{name}')]).toEqual(['{nmae}', undefined]);
});

test('[DUN-02] the highest step that was reached counts; one up to the due date is not taken after it', () => {
  const steps = [-3, 0, 5, 15].map((days) => step(days)) as Parameters<typeof stepReached>[0];
  const reached = [-4, -3, -1, 0, 1, 5, 14, 400].map((days) => stepReached(steps, days)?.days);
  expect(reached).toEqual([undefined, -3, -3, 0, undefined, 5, 5, 15]);
});

test('[DUN-02] a charge that is posted on its due day after nine o’clock is reminded of the next morning, once', async () => {
  await open();
  await home.rules(step(-3), step(0), step(5), step(15));
  await home.run();
  await home.charge(50, 0);
  for (const day of [0, 1, 2, 5, 15]) {
    home.goTo(day);
    await home.run();
  }
  expect(home.subjects()).toEqual(['Step 0', 'Step 5', 'Step 15']);
  expect(await home.reminders()).toMatchObject([{ step: '0', remind_on: addDays(FIRST_DAY, 1) }, {}, {}]);
});

test('[DUN-02] the step of the due day is not made up for after three days', async () => {
  await open();
  await home.rules(step(-3), step(0));
  await home.charge(50, 0);
  home.goTo(4);
  await home.run();
  expect(home.subjects()).toEqual([]);
});

test('[DUN-02] [DUN-06] each step goes once for the oldest open charge, and names all that is due', async () => {
  await open();
  await home.rules(step(-3), step(0), step(5));
  await home.charge(50, 10);
  await home.charge(30, 12);
  for (const day of [6, 7, 8, 9, 10, 11, 15, 16, 17]) {
    home.goTo(day);
    await home.run();
  }
  expect(home.subjects()).toEqual(['Step -3', 'Step 0', 'Step 5']);
  expect(home.resend.received()).toEqual({ [home.ctx.rex.email]: 3 });
  expect(home.resend.sent[2]?.text).toContain('$80.00 is due since Mar 13, 2031, 5 days ago; $0.00 of it are fees.');
  expect(home.resend.sent[2]?.text).toContain('http://localhost:8787/account');
  expect(await home.reminders()).toMatchObject([
    { step: '-3', status: 'delivered', amount_cents: 5000, remind_on: addDays(FIRST_DAY, 7) },
    { step: '0', status: 'delivered', amount_cents: 5000 },
    { step: '5', status: 'delivered', amount_cents: 8000, sent_to: [home.ctx.rex.id] },
  ]);
  await home.pay(50);
  home.goTo(18);
  await home.run();
  expect(await states()).toEqual(['-3 delivered', '0 delivered', '5 delivered', '5 delivered']);
});

test('[DUN-02] nothing goes before nine o’clock of the HOA', async () => {
  await open();
  await home.rules(step(0));
  await home.charge(50, 0);
  home.goTo(0, -2);
  await home.run();
  expect(home.subjects()).toEqual([]);
  home.goTo(0, -1);
  await home.run();
  expect(home.subjects()).toEqual(['Step 0']);
});

test('[DUN-07] [INVAR-07] run twice, at once, again and late, a reminder is sent once', async () => {
  await open();
  await home.rules(step(5), step(15));
  await home.charge(50, 0);
  home.goTo(70);
  await Promise.all([home.run(), home.run()]);
  await home.run();
  expect(home.subjects()).toEqual(['Step 15']);
  home.goTo(71);
  await home.run();
  expect(await states()).toEqual(['15 delivered']);
});

test('[DUN-07] [INVAR-07] killed before it notes what it did, the work goes on and nothing is sent twice', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await open();
  await home.rules(step(0));
  await home.charge(50, 0);
  await home.queue();
  for (let time = 1; time < 5; time += 1) {
    await home.killed();
    home.goTo(0, time);
  }
  await home.run();
  vi.restoreAllMocks();
  expect([home.subjects(), await states()]).toEqual([['Step 0'], ['0 delivered']]);
});

test('[DUN-07] an account that pays before the mail is made is skipped', async () => {
  await open();
  await home.rules(step(0));
  await home.charge(50, 0);
  home.resend.behave = () => ({ status: 503, message: 'Down' });
  await home.queue();
  await home.drain();
  await home.pay(50);
  home.resend.behave = () => 'accept';
  home.goTo(0, 6);
  await home.drain();
  expect(home.subjects()).toEqual([]);
  expect(await home.reminders()).toMatchObject([{ status: 'skipped', reason: 'Nothing was due by then.' }]);
});

test('[AGE-05] the board reminds by hand, once a day, of what is due', async () => {
  await open();
  const remind = (id = uuidv7()) => home.act('remindNow', { id, account_id: home.account });
  await expect(remind()).rejects.toThrow('Nothing is due on this account.');
  await home.charge(50, 0);
  await remind();
  await home.drain();
  expect(home.subjects()).toEqual(['A reminder about your balance']);
  await expect(remind()).rejects.toThrow('This account was already reminded today.');
  await home.act('setAccountFlags', { id: home.account, mail_off: true });
  home.goTo(1);
  await expect(remind()).rejects.toThrow('Reminders are off for this account.');
});

test('[DUN-05] a holder may turn off the steps up to the due date, and no others', async () => {
  await open();
  await home.rules(step(0), step(5));
  const choices = { dueSoon: { mail: false }, pastDue: { mail: false } };
  await home.prefer(home.ctx.rex.id, choices);
  await home.charge(50, 0);
  for (const day of [0, 5]) {
    home.goTo(day);
    await home.run();
  }
  expect([home.subjects(), await states()]).toEqual([['Step 5'], ['0 skipped', '5 delivered']]);
});

test('[DUN-06] an address that is refused is a task for the board, who can send the reminder again', async () => {
  await open();
  await home.rules(step(0));
  await home.charge(50, 0);
  home.resend.invalid.add(home.ctx.rex.email);
  await home.run();
  expect(await home.reminders()).toMatchObject([
    { status: 'refused', reason: expect.stringContaining('Invalid `to`') },
  ]);
  const { docs } = (await home.ctx.bea.call('GET', '/api/failed-jobs')).body;
  expect(docs).toMatchObject([{ kind: 'mailReminder', subject: 'user' }]);
  home.resend.invalid.clear();
  await home.act('resendFailedJob', { id: docs[0]._id });
  await home.drain();
  expect([home.subjects(), await states()]).toEqual([['Step 0'], ['0 delivered']]);
});

test('[DUN-04] a step by letter waits to be printed, and is done once it was', async () => {
  await open();
  await home.rules(step(5, { channel: 'letter' }));
  await home.charge(50, 0);
  home.goTo(6);
  await home.run();
  const letter = nth(await home.reminders(), 0);
  expect(letter).toMatchObject({ channel: 'letter', status: 'to_print', amount_cents: 5000, step: '5' });
  await home.act('printReminders', { ids: [letter.id] });
  home.goTo(7);
  await home.run();
  expect(await states()).toEqual(['5 printed']);
  expect(home.subjects()).toEqual([]);
});
