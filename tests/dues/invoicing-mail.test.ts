import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, test } from 'vitest';
import { inbox } from '../support/announcements.ts';
import { create, createTrackedContext, cron, invoices, issue, periods, settle, update } from '../support/dues.ts';
import { testConfig } from '../support/fixtures.ts';
import { openAccount } from '../support/ledger.ts';
import { addResidents } from '../support/mail-harness.ts';
import { ownDatabase } from '../support/own-database.ts';
import { nth, required } from '../support/required.ts';
import { ResendEmulator } from '../support/resend-emulator.ts';

const database = ownDatabase();

let home: Awaited<ReturnType<typeof createTrackedContext>>;
let resend: ResendEmulator;
beforeEach(async () => {
  await database.db.execute("UPDATE dues SET status = 'inactive'");
  await database.db.execute("UPDATE outbox SET status = 'done' WHERE status = 'pending'");
  resend = await new ResendEmulator().open();
  home = await createTrackedContext({ db: database.db, config: { ...testConfig(), resendUrl: resend.url } });
  return () => resend.close();
});

/** The due's date, the time of its first mails, and a day for the next attempt. */
const [SENT, LATER, MUCH_LATER] = ['2099-01-31T18:00:00Z', '2099-01-31T18:10:00Z', '2099-02-01T18:00:00Z'];
const once = (people: readonly { email: string }[]) => Object.fromEntries(people.map(({ email }) => [email, 1]));
/** Creates a due for these people and waits for the background work. */
const ready = async (people: readonly { id: string }[], over: object = {}) => {
  const due = await create(home.bea, people, { frequency: 'one_time', ...over });
  await home.finishBackgroundWork();
  return due;
};
const residents = async () => {
  const sql = "SELECT id, email FROM users WHERE hoa_id = ? AND role = 'resident'";
  return (await home.db.execute({ sql, args: [home.hoa_id] })).rows as unknown as { id: string; email: string }[];
};
const failures = async () => {
  const sql = "SELECT last_error FROM outbox WHERE kind = 'mailInvoices' AND hoa_id = ? AND status = 'failed'";
  return (await home.db.execute({ sql, args: [home.hoa_id] })).rows.map(({ last_error }) => String(last_error));
};

describe('the mail of an invoice', () => {
  test('[DUE-32] [SEC-19] it says what is to be paid and until when, with a link to the invoice itself', async () => {
    const { rex, rita } = home;
    await ready([rex, rita], { title: 'Pool <liner> & "more"', amount: 1250, description: '1 < 2 & so on' });
    await cron(home, SENT);
    expect(resend.received()).toEqual(once([rex, rita]));
    for (const person of [rex, rita]) {
      const { _id } = (await invoices(person)).docs[0];
      const mail = required(resend.sent.find(({ to }) => to[0] === person.email));
      expect(mail.subject).toBe('New invoice: Pool <liner> & "more"');
      const href = `http://localhost:8787/invoices/${_id}`;
      for (const words of ['Pool <liner> & "more"', '$1,250.00', 'February 7, 2099', '1 < 2 & so on', href])
        expect(mail.text).toContain(words);
      expect(mail.html.match(/href="[^"]*"/g)).toEqual([`href="${href}"`]);
      expect(mail.html).not.toContain('<liner>');
      expect(mail.html).toContain('$1,250.00');
    }
  });

  test('[DUE-32] it says for which home it is where its recipient has several', async () => {
    const { bea, rex } = home;
    const streets = [`${uuidv7()} Elm Street`, `${uuidv7()} Oak Street`];
    for (const street of streets) {
      const { body } = await bea.call('POST', '/api/addresses', { street, unit_number: '4' });
      const account = { address_id: body._id, holder_ids: [rex.id] };
      expect((await bea.call('POST', '/api/accounts', account)).status).toBe(201);
    }
    await ready([], { recipients: undefined, recipient_rule: 'every_home' });
    await cron(home, SENT);
    const toRex = resend.sent.filter(({ to }) => to[0] === rex.email).map(({ text }) => text);
    expect(toRex).toHaveLength(2);
    for (const street of streets) expect(toRex.filter((text) => text.includes(`${street}, Unit 4`))).toHaveLength(1);
  });

  test('[ALLO-08] it says what was paid from credit, also where that was all of it', async () => {
    const { bea, rex, rita } = home;
    for (const [person, amount] of [
      [rex, 100],
      [rita, 2000],
    ] as const) {
      const id = await openAccount(home, person);
      const credit = { id: uuidv7(), kind: 'credit', amount, reason: 'Paid twice' };
      expect((await bea.call('POST', `/api/accounts/${id}/entries`, credit)).status).toBe(201);
    }
    await ready([rex, rita], { title: 'Pool liner', amount: 1250 });
    await cron(home, SENT);
    const textTo = ({ email }: { email: string }) => resend.sent.find(({ to }) => to[0] === email)?.text;
    expect(textTo(rex)).toContain('$100.00 was paid from your credit.');
    expect(textTo(rex)).toContain('$1,150.00');
    expect(textTo(rita)).toContain('$1,250.00 was paid from your credit.');
  });

  test('[DUE-32] [DUE-36] it arrives in the inbox of the mail service, once the due has arrived', async () => {
    const ctx = await createTrackedContext();
    const title = `Gate ${uuidv7()}`;
    await create(ctx.bea, [ctx.rex], { title, frequency: 'one_time', send_date: '2020-02-29', amount: 8.29 });
    await ctx.finishBackgroundWork();
    const [{ _id }] = (await invoices(ctx.rex)).docs;
    const mails = await inbox(title);
    expect(mails.map(({ to }) => to)).toEqual([[ctx.rex.email]]);
    expect(nth(mails, 0).html).toContain(`http://localhost:8787/invoices/${_id}`);
    expect(nth(mails, 0).text).toContain('$8.29');
    expect(nth(mails, 0).text).toContain('March 7, 2020');
  });
});

test('[DUE-32] each recipient is mailed once in the run that issues, a hundred in a call, however many runs there are', async () => {
  await addResidents(home, 248);
  const people = await residents();
  const { _id } = await ready(people);
  await Promise.all([cron(home, SENT), cron(home, SENT), cron(home, SENT)]);
  await cron(home, LATER);
  expect((await periods(home.db, _id)).length).toBe(250);
  expect(resend.received()).toEqual(once(people));
  expect(resend.calls.map(({ to }) => to.length).sort((a, b) => b - a)).toEqual([100, 100, 50]);
  expect(new Set(resend.sent.map(({ html }) => html.match(/invoices\/([\w-]+)/)?.[1])).size).toBe(250);
});

test('[DUE-32] [DUE-34] who is added to a period already sent, in the very run that sends it again, is mailed too', async () => {
  const { rex, rita, bea } = home;
  const due = await ready([rex]);
  await cron(home, SENT);
  const again = { recipients: [rex.id, rita.id], send_date: '2099-01-31', status: 'active' };
  expect((await update(bea, due._id, again)).status).toBe(200);
  await home.finishBackgroundWork();
  await cron(home, SENT);
  expect(resend.received()).toEqual(once([rex, rita]));
});

test('[DUE-32] an answer that got lost, and an invoice paid meanwhile: nobody is mailed twice', async () => {
  const { bea, rex, rita } = home;
  await ready([rex, rita]);
  resend.behave = () => 'lose';
  await cron(home, SENT);
  await settle(bea, (await invoices(rex)).docs[0]._id, 'paid');
  await home.finishBackgroundWork();
  resend.behave = () => 'accept';
  await cron(home, LATER);
  await cron(home, MUCH_LATER);
  expect(resend.received()).toEqual(once([rex, rita]));
  expect(await failures()).toEqual([]);
});

test('[DUE-32] a mail service that is down takes no invoice with it, and sends the mails when it is back', async () => {
  const { rex, rita } = home;
  const { _id } = await ready([rex, rita]);
  await resend.close();
  await cron(home, SENT);
  expect((await periods(home.db, _id)).length).toBe(2);
  await resend.open();
  await cron(home, LATER);
  expect(resend.received()).toEqual(once([rex, rita]));
});

test.each([
  ['names it', true],
  ['refuses the whole batch for it', false],
])(
  '[DUE-32] an address that the service calls invalid, where it %s, stops nobody else’s mail',
  async (_, permissive) => {
    await addResidents(home, 14);
    const people = await residents();
    const { _id } = await ready(people);
    resend.permissive = permissive;
    resend.invalid.add(nth(people, 5).email);
    await cron(home, SENT);
    expect(resend.received()).toEqual(once(people.filter((_, at) => at !== 5)));
    expect(await failures()).toEqual([expect.stringContaining(nth(people, 5).email)]);
    expect((await periods(home.db, _id)).length).toBe(16);
  },
);

describe('who is not mailed', () => {
  test('[DUE-32] [DUE-35] who has left, paid or been excused before the mail went', async () => {
    const { bea, rex, rita, db, hoa_id, join } = home;
    const [lea, abe] = [await join(hoa_id, 'Lea Cole', 'resident'), await join(hoa_id, 'Abe Cole', 'resident')];
    const { _id } = await ready([rex, rita, lea, abe]);
    await issue(home, _id, SENT);
    await settle(bea, (await invoices(rex)).docs[0]._id, 'paid');
    await settle(bea, (await invoices(rita)).docs[0]._id, 'canceled');
    await db.execute({ sql: "UPDATE users SET status = 'inactive' WHERE id = ?", args: [lea.id] });
    await home.finishBackgroundWork();
    await cron(home, LATER);
    expect(resend.received()).toEqual(once([abe]));
  });

  test('[DUE-32] nobody where none is left', async () => {
    const { rex, db } = home;
    const { _id } = await ready([rex]);
    await issue(home, _id, SENT);
    await db.execute({ sql: 'UPDATE users SET deleted_at = created_at WHERE id = ?', args: [rex.id] });
    await cron(home, LATER);
    expect(resend.calls).toEqual([]);
    expect(await failures()).toEqual([]);
  });
});
