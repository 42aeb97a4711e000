import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Automating, createAutomating } from '../support/automations.ts';

let hoa: Automating;
beforeEach(async () => {
  hoa = await createAutomating();
});
afterEach(() => hoa.resend.close());

/** The subject of a mail with several reminders. */
const updates = (count: number) => expect.stringMatching(new RegExp(`^${count} updates from `));
const GATE = 'Waiting for an answer: Gate';

describe('requests without an answer', () => {
  test('[BILLING-07] whoever has it is reminded on its day from nine o’clock, and the board where nobody has it', async () => {
    const { bea, rex, sue } = hoa.ctx;
    await hoa.set(bea, { remind_unanswered_days: 3, maintenance_id: sue.id });
    await hoa.file(rex, { title: 'Gate' });
    await hoa.file(rex, { title: 'Bench', category: 'Other' });
    await hoa.runOn(2);
    await hoa.runOn(3, -2);
    expect(hoa.mails()).toEqual([]);
    for (const hours of [0, 2, 24]) await hoa.runOn(3, hours);
    expect(hoa.subjectsTo(bea)).toEqual(['Waiting for an answer: Bench']);
    expect(hoa.subjectsTo(sue)).toEqual([updates(2)]);
    expect(hoa.mails()[0]?.text).toContain('Rex Okafor has been waiting for an answer since March 3, 2031.');
  });

  test('[BILLING-07] an answer ends it, and a later word begins it again; a message or a note in between does not', async () => {
    const { bea, rex } = hoa.ctx;
    await hoa.set(bea, { remind_unanswered_days: 3 });
    const id = await hoa.file(rex, { title: 'Gate' });
    const write = (person: typeof rex, message: string, is_public = true) =>
      hoa.act(person, 'addRequestComment', { id: uuidv7(), request_id: id, message, is_public });
    await hoa.runOn(1);
    await write(rex, '<p>Still stuck</p>');
    await write(bea, '<p>Among ourselves</p>', false);
    await hoa.runOn(3);
    expect(hoa.subjectsTo(bea)).toEqual([GATE]);
    await hoa.runOn(4);
    await write(bea, '<p>We will look</p>');
    await hoa.runOn(8);
    await write(rex, '<p>It broke again</p>');
    await hoa.runOn(10);
    expect(hoa.subjectsTo(bea)).toEqual([GATE]);
    await hoa.runOn(11);
    expect(hoa.subjectsTo(bea)).toEqual([GATE, GATE]);
    await hoa.act(bea, 'updateRequest', { id, status: 'in_progress' });
    await hoa.runOn(20);
    expect(hoa.subjectsTo(bea)).toEqual([GATE, GATE]);
  });

  test('[BILLING-07] what is answered before the mail goes out is left out of it', async () => {
    const { bea, rex } = hoa.ctx;
    await hoa.set(bea, { remind_unanswered_days: 3 });
    const id = await hoa.file(rex, { title: 'Gate' });
    hoa.goTo(3);
    await hoa.find();
    await hoa.act(bea, 'updateRequest', { id, status: 'awaiting_info' });
    await hoa.run();
    expect(hoa.mails()).toEqual([]);
  });

  test('[BILLING-07] turned on, it says nothing of the 40 that waited before; many of one day are one mail', async () => {
    const { bea, rex } = hoa.ctx;
    for (let at = 0; at < 40; at += 1) await hoa.file(rex, { title: `Old ${at}` });
    await hoa.runOn(9);
    await hoa.set(bea, { remind_unanswered_days: 3, remind_overdue: true });
    for (let at = 0; at < 12; at += 1) await hoa.file(rex, { title: `New ${at}` });
    await hoa.runOn(10);
    expect(hoa.mails()).toEqual([]);
    await hoa.runOn(12);
    expect(hoa.subjectsTo(bea)).toEqual([updates(12)]);
  });

  test('[BILLING-07] off and on again on the same day, other days and other zones lose nothing and repeat nothing', async () => {
    const { bea, rex, sue } = hoa.ctx;
    const again = async () => {
      await hoa.set(bea, { remind_unanswered_days: null });
      await hoa.set(bea, { remind_unanswered_days: 3 });
    };
    await hoa.set(bea, { remind_unanswered_days: 3 });
    await hoa.file(rex, { title: 'Gate' });
    hoa.goTo(3, -3);
    await again();
    await hoa.runOn(3);
    expect(hoa.subjectsTo(bea)).toEqual([GATE]);
    await again();
    await hoa.runOn(3, 1);
    for (const [day, time_zone] of [
      [4, 'Pacific/Honolulu'],
      [5, 'Pacific/Kiritimati'],
    ] as const) {
      await hoa.act(sue, 'updateHoa', { time_zone });
      await hoa.runOn(day, 8);
    }
    for (const remind_unanswered_days of [5, 2, 4]) {
      await hoa.set(bea, { remind_unanswered_days });
      await hoa.runOn(6 + remind_unanswered_days, 8);
    }
    expect(hoa.subjectsTo(bea)).toEqual([GATE]);
  });

  test('[BILLING-07] fewer days count for what waits already; who turned it off in their settings hears nothing', async () => {
    const { bea, rex, sue } = hoa.ctx;
    await hoa.set(bea, { remind_unanswered_days: 30 });
    await hoa.file(rex, { title: 'Gate' });
    await hoa.runOn(10);
    await hoa.prefer(sue, { unanswered: { mail: false } });
    await hoa.set(bea, { remind_unanswered_days: 5 });
    await hoa.runOn(11);
    expect([hoa.subjectsTo(bea), hoa.subjectsTo(sue)]).toEqual([[GATE], []]);
  });

  test('[BILLING-07] the board is reminded where the assignee has left it', async () => {
    const { bea, rex, sue, hoa_id } = hoa.ctx;
    const ann = await hoa.ctx.join(hoa_id, 'Ann', 'board');
    await hoa.set(bea, { remind_unanswered_days: 3, maintenance_id: ann.id });
    await hoa.file(rex, { title: 'Gate' });
    await hoa.act(sue, 'updateUser', { id: ann.id, name: 'Ann', role: 'resident', status: 'active' });
    await hoa.runOn(3);
    expect([bea, sue, ann].map(hoa.subjectsTo).slice(0, 2)).toEqual([[GATE], [GATE]]);
    expect(hoa.subjectsTo(ann)).not.toContain(GATE);
  });
});

test('[BILLING-07] days on which nothing ran are caught up, and a run that is killed does no harm', async () => {
  const { bea, rex } = hoa.ctx;
  await hoa.set(bea, { remind_unanswered_days: 3, remind_overdue: true });
  await hoa.file(rex, { title: 'Gate' });
  await hoa.issue(bea, rex, { title: 'Bins', due: 2 });
  await hoa.run();
  hoa.goTo(6);
  await hoa.killed();
  for (const day of [6, 7]) await hoa.runOn(day, 1);
  expect(hoa.subjectsTo(bea)).toEqual([updates(2)]);
});

test('[BILLING-07] the board is told of a violation past its due date, once for each due date, while it is open', async () => {
  const { bea, rex } = hoa.ctx;
  const old = await hoa.issue(bea, rex, { title: 'Old', due: 1 });
  const bins = await hoa.issue(bea, rex, { title: 'Bins', due: 5 });
  await hoa.runOn(4);
  await hoa.set(bea, { remind_overdue: true });
  await hoa.runOn(5);
  expect(hoa.mails()).toEqual([]);
  for (const day of [6, 7]) await hoa.runOn(day);
  expect(hoa.subjectsTo(bea)).toEqual(['Overdue: Bins']);
  expect(hoa.mails()[0]?.text).toContain('It was due on March 8, 2031 and is still open.');
  await hoa.move(bea, bins, 9);
  await hoa.runOn(9);
  await hoa.runOn(10);
  expect(hoa.subjectsTo(bea)).toEqual(['Overdue: Bins', 'Overdue: Bins']);
  await hoa.move(bea, bins, 20);
  await hoa.act(bea, 'setViolationStatus', { id: bins, status: 'resolved' });
  await hoa.move(bea, old, 12);
  await hoa.runOn(21);
  expect(hoa.subjectsTo(bea).slice(2)).toEqual(['Overdue: Old']);
});
