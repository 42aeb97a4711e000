import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import {
  create,
  draft,
  idsOf,
  inbox,
  list,
  publish,
  push,
  read,
  recipientsIn,
  retry,
  send,
  waitForAnnouncement,
} from '../support/announcements.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { contextForAll, createContext, statusAndMessage, testConfig } from '../support/fixtures.ts';
import { TestHubs } from '../support/hubs.ts';
import { addResidents } from '../support/mail-harness.ts';
import { nth, required } from '../support/required.ts';
import { issue } from '../support/violations.ts';

const ctx = contextForAll();
const titled = (words: string) => `${words} ${uuidv7()}`;
const isEnded = ({ status }: { status: string }) => status === 'sent' || status === 'failed';

describe('[ANN-62] [ANN-60] sending', () => {
  test('[ANN-59] [ANN-61] [ANN-87] it is sent to everybody of the audience, once, and says how it went', async () => {
    const { bea, rex, rita, sue, join, hoa_id } = await createContext();
    await join(hoa_id, 'Ivy New', 'resident', 'invited');
    await join(hoa_id, 'Ina Former', 'resident', 'inactive');
    const title = titled('Pool');
    const { _id } = await create(bea, { title });
    expect(await send(bea, _id)).toMatchObject({
      status: 200,
      body: { delivery_summary: { email_delivered: 4, total_recipients: 4 } },
    });
    const people = [bea, rex, rita, sue];
    const sent = await read(bea, _id);
    expect(sent).toMatchObject({ status: 'sent', recipient_count: 4, delivered_count: 4, failed_count: 0 });
    expect(sent.delivery_stats).toMatchObject({ total_sent: 4, email_failed: [] });
    for (const reached of [sent.recipients, sent.delivery_stats.email_delivered])
      expect(idsOf(reached)).toEqual(people.map(({ id }) => id).sort());
    expect(Date.parse(sent.sent_at)).toBeGreaterThanOrEqual(Date.parse(sent.createdAt));
    expect((await inbox(title)).map(({ to }) => to[0]).sort()).toEqual(people.map(({ email }) => email).sort());
  });

  test('[ANN-60] [ANN-62] two board members at once make one sending, and what is sent cannot be sent again', async () => {
    const { bea, sue } = ctx;
    const title = titled('Twice');
    const { _id } = await create(bea, { title });
    const answers = await Promise.all([send(bea, _id), send(sue, _id), send(bea, _id)]);
    for (const { status, body } of answers) expect([status, body.message]).not.toContain(500);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(await inbox(title)).toHaveLength(4);
    expect(statusAndMessage(await send(sue, _id))).toEqual([409, 'This announcement has already been sent']);
    expect(await inbox(title)).toHaveLength(4);
  });

  testBothApis(
    '[ANN-90] [ANN-88] [ANN-89] drafts are sent, and only what is sent can be retried',
    async (api, { bea }) => {
      const { _id } = await create(bea, { title: titled('Both') });
      const refused = { ok: false, code: 'conflict', message: 'Only a sent announcement can be retried' };
      expect(await api.act(bea, 'retryAnnouncement', { id: _id, user_ids: [] })).toEqual(refused);
      expect(await api.act(bea, 'sendAnnouncement', { id: _id })).toEqual({ ok: true });
      await waitForAnnouncement(bea, _id, isEnded);
      expect(await api.act(bea, 'retryAnnouncement', { id: _id, user_ids: [] })).toEqual({ ok: true });
      expect(await read(bea, _id)).toMatchObject({ status: 'sent', delivered_count: 4, sending_since: null });
    },
  );

  test('[ANN-61] [ANN-62] chosen people who have left meanwhile are left out, also when nobody is left', async () => {
    const { bea, rex, rita, db } = await createContext();
    const title = titled('Left');
    const drafts = await Promise.all(
      [[rex.id, rita.id], [rex.id]].map((custom_recipients) =>
        create(bea, { title, audience_type: 'custom', custom_recipients }),
      ),
    );
    await db.execute({ sql: 'UPDATE users SET deleted_at = ? WHERE id = ?', args: [new Date().toISOString(), rex.id] });
    for (const [at, reached] of [
      [0, [rita]],
      [1, []],
    ] as const) {
      const { body } = await send(bea, nth(drafts, at)._id);
      const count = reached.length;
      expect(body.delivery_summary).toEqual({ email_delivered: count, total_recipients: count });
      expect(await read(bea, nth(drafts, at)._id)).toMatchObject({ status: 'sent', recipient_count: count });
    }
    expect((await inbox(title)).map(({ to }) => to[0])).toEqual([rita.email]);
  });

  test('[SYNC-07] [SYNC-12] [ANN-59] sent offline it shows sending at once, and goes out once when there is a connection', async () => {
    const ctx = await createContext();
    const { bea, rex } = ctx;
    const [title, id] = [titled('Offline'), uuidv7()];
    const device = await new Device(ctx, bea).sync();
    device.online = false;
    await device.store.mutate('createAnnouncement', { id, ...draft({ title }) });
    await device.store.mutate('sendAnnouncement', { id });
    await device.store.mutate('sendAnnouncement', { id });
    expect(device.store.rows('announcement').get(id)?.status).toBe('sending');
    expect(await inbox(title)).toEqual([]);
    device.online = true;
    device.loseAnswers = 2;
    await device.sync();
    await waitForAnnouncement(bea, id, isEnded);
    await device.sync();
    expect(device.store.rows('announcement').get(id)).toMatchObject({ status: 'sent', delivered_count: 4 });
    const { rita, sue } = ctx;
    const delivered = [bea, rex, rita, sue].map((person) => [person.id, person.name, person.email, 'delivered']);
    expect(device.store.rows('announcementRecipients').get(id)?.recipients.toSorted()).toEqual(delivered.toSorted());
    expect((await inbox(title)).map(({ to }) => to[0]).filter((to) => to === rex.email)).toHaveLength(1);
    expect(await inbox(title)).toHaveLength(4);
    await device.close();
  });

  test('[SYNC-12] [ANN-62] 400 get it once each within ten seconds, and their board sees it go, batch by batch, without a request', async () => {
    const hubs = new TestHubs();
    const ctx = await createContext(hubs.over);
    hubs.serve(ctx.deps);
    const { bea } = ctx;
    const addresses = await addResidents(ctx, 396);
    const title = titled('To all');
    const { _id } = await create(bea, { title });
    const device = await new Device(ctx, bea).sync();
    const delivered: number[] = [];
    await device.connect(hubs, (poke, take) => {
      delivered.push(...recipientsIn(poke).map((all) => all.filter(([, , , status]) => status === 'delivered').length));
      take(poke);
    });
    const { requests } = device;
    const began = performance.now();
    const { body } = await send(bea, _id);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(body.delivery_summary).toEqual({ email_delivered: 400, total_recipients: 400 });
    const mails = (await inbox(title)).map(({ to }) => to[0]);
    expect(mails).toHaveLength(400);
    expect(new Set(mails).size).toBe(400);
    expect(mails).toEqual(expect.arrayContaining(addresses));
    const shown = () => device.store.rows('announcementRecipients').get(_id)?.recipients ?? [];
    await expect.poll(() => shown().filter(([, , , status]) => status === 'delivered')).toHaveLength(400);
    expect(delivered).toEqual([0, 100, 200, 300, 400]);
    expect(device.store.rows('announcement').get(_id)).toMatchObject({ status: 'sent', delivered_count: 400 });
    expect(device.requests).toBe(requests);
    await device.close();
  });
});

describe('the mail', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '"><script>alert(1)</script>',
    '<style>@import "//evil.example"</style>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '</title></style><base href="//evil.example/">',
  ];

  test('[SEC-19] [ANN-20] it says what, from whom and where, as HTML and as text', async () => {
    const { bea } = ctx;
    const words = titled('Water & power');
    const { _id } = await publish(bea, {
      title: `${words} <off>\n tonight`,
      message: '<h2>When</h2><p>From <strong>8 &amp; on</strong>.</p><ul><li>Fill a jug</li></ul>',
      category: 'urgent',
    });
    const mail = nth(await inbox(words), 0);
    expect(mail).toMatchObject({ from: testConfig().mailFrom, subject: `${words} <off> tonight` });
    const link = `${testConfig().publicUrl}/announcements/${_id}`;
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.html).toContain('<p>From <strong>8 &amp; on</strong>.</p><ul><li>Fill a jug</li></ul>');
    expect(mail.html).toContain('&lt;off&gt;');
    expect(mail.text.split('\n')).toEqual(expect.arrayContaining(['When', 'From 8 & on.', ' * Fill a jug']));
    expect(mail.text).toContain(link);
    expect(mail.text).toContain('Announcement · Urgent');
    expect(
      required(mail.html.match(/https?:\/\/[^"<\s]+/g)).filter((url) => !url.startsWith('http://www.w3.org/')),
    ).toEqual([link]);
  });

  test('[SEC-19] [RICH-03] [RICH-04] scripts are harmless in the API and in the mail', async () => {
    const { bea, rex } = ctx;
    const tagsOf = async (trick: string) => {
      const words = titled('Trick');
      const { _id } = await publish(bea, { title: `${words} ${trick}`, message: `<p>Words</p>${trick}` });
      const { message } = await read(rex, _id);
      expect(message).toMatch(/^<p>Words<\/p>[^<]*$/);
      const mail = nth(await inbox(words), 0);
      return mail.html.replaceAll(_id, 'id').match(/<[^>]*>/g);
    };
    const innocent = await tagsOf('');
    for (const trick of hostile) expect(await tagsOf(trick)).toEqual(innocent);
  });

  test('[VIO-50] [SEC-19] [SYNC-12] a violation is mailed to its resident once, however often its change arrives', async () => {
    const { bea, rex } = ctx;
    const title = titled('Bins');
    const { _id } = await issue(bea, rex, { title, message: '<p>Behind the <em>screen</em></p>', category: 'Trash' });
    await expect.poll(() => inbox(title)).toHaveLength(1);
    const mail = nth(await inbox(title), 0);
    expect(mail).toMatchObject({ to: [rex.email], subject: `Violation notice: ${title}` });
    const link = `${testConfig().publicUrl}/compliance/${_id}`;
    for (const body of [mail.html, mail.text]) {
      expect(body).toContain(link);
      expect(body).toContain('Trash');
    }
    expect(mail.html).toContain('<p>Behind the <em>screen</em></p>');
    const again = await push(ctx, bea, [
      'addViolationMessage',
      { id: uuidv7(), violation_id: _id, message: '<p>x</p>' },
    ]);
    expect(again).toEqual([]);
    expect(await inbox(title)).toHaveLength(1);
  });

  test('[SYNC-12] what the outbox knew of a mail is gone once it is sent', async () => {
    const ctx = await createContext();
    const { bea, rex, db, hoa_id } = ctx;
    await publish(bea);
    await issue(bea, rex);
    const rows = async () => {
      const sql = "SELECT kind, status, payload FROM outbox WHERE hoa_id = ? AND kind <> 'deleteFile' ORDER BY kind";
      return (await db.execute({ sql, args: [hoa_id] })).rows.map((row) => [row.kind, row.status, row.payload]);
    };
    await expect.poll(rows).toEqual([
      ['mailAnnouncement', 'done', '{}'],
      ['mailViolation', 'done', '{}'],
      ['notify', 'done', '{}'],
      ['notify', 'done', '{}'],
      ['startAnnouncement', 'done', '{}'],
    ]);
  });

  test('[ANN-88] a retry with nobody to try again says so', async () => {
    const { bea } = ctx;
    const { _id } = await publish(bea);
    expect((await retry(bea, _id)).body).toEqual({ retry_summary: { email_delivered: 0, email_failed: 0 } });
    expect((await retry(bea, _id, ['no such id!'])).status).toBe(400);
    expect((await list(bea)).docs[0].status).toBe('sent');
  });
});
