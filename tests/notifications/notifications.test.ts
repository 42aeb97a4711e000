import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { EVENT_NAMES, ruleOf } from '../../schema/notifications.ts';
import { ROLES } from '../../schema/users.ts';
import { ROUTES } from '../../worker/rest/routes.ts';
import { create as draftAnnouncement, send } from '../support/announcements.ts';
import { type Api, testBothApis as testBoth } from '../support/apis.ts';
import * as dues from '../support/dues.ts';
import { createContext, type Person } from '../support/fixtures.ts';
import { afterBurst, choose, drainAt, event, mailsForAll, preferences } from '../support/notifications.ts';
import * as requests from '../support/requests.ts';
import * as violations from '../support/violations.ts';

const { resend, config, mailsTo, subjectsTo } = mailsForAll();

const testBothApis = (title: string, expectation: Parameters<typeof testBoth>[1]) =>
  testBoth(title, expectation, config);

const act = async (api: Api, person: Person, mutation: Parameters<Api['act']>[1], args: Record<string, unknown>) =>
  expect([mutation, await api.act(person, mutation, args)]).toEqual([mutation, { ok: true }]);

describe('who hears of what', () => {
  testBothApis(
    '[14.6] a request: the board hears of it and of replies, its author of replies, status and decision',
    async (api, ctx) => {
      const { bea, rex, sue } = ctx;
      await act(api, rex, 'createRequest', { id: uuidv7(), ...requests.draft({ title: 'Gate' }) });
      await afterBurst(ctx);
      expect([subjectsTo(bea), subjectsTo(sue), subjectsTo(rex)]).toEqual([
        ['New request: Gate'],
        ['New request: Gate'],
        [],
      ]);
      const id = (await requests.list(rex)).docs[0]._id;
      const comment = (message: string, is_public = true) => ({ id: uuidv7(), request_id: id, message, is_public });
      await act(api, bea, 'addRequestComment', comment('<p>We will look at it</p>'));
      await afterBurst(ctx);
      expect(subjectsTo(rex)).toEqual(['New reply: Gate']);
      expect(mailsTo(rex)[0]?.text).toContain('HOA Staff wrote:');
      expect(mailsTo(rex)[0]?.text).toContain('We will look at it');
      expect(JSON.stringify(mailsTo(rex))).not.toContain(bea.name);
      await act(api, rex, 'addRequestComment', comment('<p>Thank you</p>'));
      await afterBurst(ctx);
      expect(subjectsTo(bea)).toEqual(['New request: Gate', 'New reply: Gate']);
      expect(mailsTo(bea)[1]?.text).toContain('Rex Okafor wrote:');
      await act(api, bea, 'updateRequest', { id, status: 'in_progress' });
      await afterBurst(ctx);
      await act(api, bea, 'updateRequest', { id, status: 'resolved', resolution_notes: 'A new lock' });
      await afterBurst(ctx);
      expect(subjectsTo(rex)).toEqual(['New reply: Gate', 'New status: Gate', 'Decision: Gate']);
      expect(mailsTo(rex)[1]?.text).toContain('The status is now in progress.');
      expect(mailsTo(rex)[2]?.text).toContain('A new lock');
    },
  );

  testBothApis(
    '[14.6] an assignment: the one it goes to hears of it, and from then on alone of replies',
    async (api, ctx) => {
      const { bea, rex, sue } = ctx;
      const { _id: id } = await requests.create(rex, { title: 'Lamp' });
      await afterBurst(ctx);
      await act(api, bea, 'updateRequest', { id, assigned_to: sue.id });
      await afterBurst(ctx);
      await act(api, rex, 'addRequestComment', {
        id: uuidv7(),
        request_id: id,
        message: '<p>Still dark</p>',
        is_public: true,
      });
      await afterBurst(ctx);
      expect(subjectsTo(sue)).toEqual(['New request: Lamp', 'Assigned to you: Lamp', 'New reply: Lamp']);
      expect(subjectsTo(bea)).toEqual(['New request: Lamp']);
      await act(api, sue, 'updateRequest', { id, assigned_to: bea.id });
      await act(api, sue, 'updateRequest', { id, assigned_to: sue.id });
      await afterBurst(ctx);
      expect(subjectsTo(bea)).toEqual(['New request: Lamp']);
    },
  );

  testBothApis(
    '[14.6] [VIO-50] a violation: one notice, then replies, another due date and the decision',
    async (api, ctx) => {
      const { bea, rex } = ctx;
      await act(api, bea, 'createViolation', { id: uuidv7(), ...violations.draft(rex, { title: 'Bins' }) });
      await afterBurst(ctx);
      const id = (await violations.list(rex)).docs[0]._id;
      expect(subjectsTo(rex)).toEqual(['Violation notice: Bins']);
      const message = (text: string) => ({ id: uuidv7(), violation_id: id, message: text, is_internal: false });
      await act(api, rex, 'addViolationMessage', message('<p>Moved today</p>'));
      await afterBurst(ctx);
      expect(subjectsTo(bea)).toEqual(['New reply: Bins']);
      await act(api, bea, 'addViolationMessage', message('<p>Thanks</p>'));
      await afterBurst(ctx);
      await act(api, bea, 'updateViolation', { id, due_date: '2099-03-05' });
      await afterBurst(ctx);
      await act(api, bea, 'setViolationStatus', { id, status: 'resolved', resolution_notes: 'Seen on Friday' });
      await afterBurst(ctx);
      expect(subjectsTo(rex)).toEqual([
        'Violation notice: Bins',
        'New reply: Bins',
        'New due date: Bins',
        'Decision: Bins',
      ]);
      expect(mailsTo(rex)[2]?.text).toContain('It is now due on March 5, 2099.');
      expect(mailsTo(rex)[3]?.text).toContain('Seen on Friday');
    },
  );

  testBothApis('[14.6] internal messages are told to nobody, not even beside public ones', async (api, ctx) => {
    const { bea, rex, sue } = ctx;
    const { _id: request_id } = await requests.create(rex, { title: 'Roof' });
    const { _id: violation_id } = await violations.issue(bea, rex, { title: 'Noise' });
    await afterBurst(ctx);
    const before = [bea, rex, sue].map((person) => mailsTo(person).length);
    await act(api, bea, 'addRequestComment', {
      id: uuidv7(),
      request_id,
      message: '<p>Secret plan</p>',
      is_public: false,
    });
    await act(api, bea, 'addViolationMessage', {
      id: uuidv7(),
      violation_id,
      message: '<p>Secret plan</p>',
      is_internal: true,
    });
    await afterBurst(ctx);
    expect([bea, rex, sue].map((person) => mailsTo(person).length)).toEqual(before);
    await act(api, bea, 'addRequestComment', {
      id: uuidv7(),
      request_id,
      message: '<p>Public word</p>',
      is_public: true,
    });
    await afterBurst(ctx);
    expect(mailsTo(rex).at(-1)?.text).toContain('Public word');
    expect(JSON.stringify(resend.sent)).not.toContain('Secret plan');
  });

  test('[14.6] the matrix has a default for each role it names, and required mails have a reason', () => {
    for (const event of EVENT_NAMES) {
      const { defaults, required, hasOwnMail } = ruleOf(event);
      expect(Object.keys(defaults).every((role) => ROLES.includes(role as never))).toBe(true);
      if (required) expect([event, hasOwnMail]).toEqual([event, true]);
    }
  });
});

describe('what a person chooses', () => {
  testBothApis('[14.6] what is turned off is not mailed; what the matrix requires is', async (api, ctx) => {
    const { bea, rex } = ctx;
    const off = { mail: false, push: false };
    await act(api, rex, 'updateNotificationPreferences', {
      choices: { reply: off, newViolation: off, newInvoice: off },
    });
    expect(await event(rex, 'reply')).toMatchObject(off);
    expect(await event(rex, 'status')).toMatchObject({ mail: true, push: true });
    expect(await event(rex, 'newViolation')).toMatchObject({ mail: true, push: false, mailRequired: true });
    const { _id: id } = await requests.create(rex);
    await requests.comment(bea, id, '<p>Not mailed</p>');
    await requests.update(bea, id, { status: 'in_progress' });
    await violations.issue(bea, rex, { title: 'Bins' });
    await afterBurst(ctx);
    expect(subjectsTo(rex).sort()).toEqual(['New status: Gate', 'Violation notice: Bins']);
  });

  testBothApis(
    '[14.6] a choice changes nothing but itself, and unknown events and hours are refused',
    async (api, { rex }) => {
      await act(api, rex, 'updateNotificationPreferences', { choices: { reply: { mail: false } }, digest_hour: 8 });
      await act(api, rex, 'updateNotificationPreferences', { choices: { reply: { push: false } } });
      await act(api, rex, 'updateNotificationPreferences', { quiet_hours: { from: 21, to: 7 } });
      expect(await event(rex, 'reply')).toMatchObject({ mail: false, push: false });
      expect(await preferences(rex)).toMatchObject({ digestHour: 8, quietHours: { from: 21, to: 7 } });
      for (const wrong of [
        { choices: { gossip: { mail: true } } },
        { digest_hour: 24 },
        { digest_hour: 7.5 },
        { quiet_hours: { from: 7, to: 7 } },
      ])
        expect(await api.act(rex, 'updateNotificationPreferences', wrong)).toMatchObject({
          ok: false,
          code: 'invalid',
        });
    },
  );

  test('[14.6] residents are offered what can concern them', async () => {
    const { rex, bea } = await createContext();
    const names = async (person: Person) =>
      (await preferences(person)).events.map((one: { event: string }) => one.event);
    expect(await names(bea)).toEqual([...EVENT_NAMES]);
    expect(await names(rex)).toEqual(
      EVENT_NAMES.filter((name) => !['newRequest', 'assignment', 'unanswered', 'overdue'].includes(name)),
    );
  });

  test('[14.6] [DUE-32] an invoice is mailed once, as the law wants, whatever was turned off', async () => {
    const ctx = await createContext(config());
    const { bea, rex, rita } = ctx;
    await choose(rex, { choices: { newInvoice: { mail: false, push: false } } });
    expect(await event(rex, 'newInvoice')).toMatchObject({ mail: true, push: false, mailRequired: true });
    const due = await dues.create(bea, [rex, rita], {
      title: 'Pool liner',
      frequency: 'one_time',
      send_date: '2025-05-01',
    });
    await dues.issue(ctx, due._id);
    await afterBurst(ctx);
    await afterBurst(ctx, 60);
    expect([subjectsTo(rex), subjectsTo(rita), subjectsTo(bea)]).toEqual([
      ['New invoice: Pool liner'],
      ['New invoice: Pool liner'],
      [],
    ]);
  });

  test('[14.6] [ANN-61] announcements are not mailed to who wants none, unless they are urgent', async () => {
    const ctx = await createContext(config());
    const { bea, rex, rita } = ctx;
    await choose(rex, { choices: { announcement: { mail: false } } });
    const recipients = { audience_type: 'custom', custom_recipients: [rex.id, rita.id] };
    for (const [title, category] of [
      ['Picnic', 'event'],
      ['Water off', 'urgent'],
    ]) {
      const { _id } = await draftAnnouncement(bea, { title, category, ...recipients });
      expect((await send(bea, _id)).status).toBe(200);
      await drainAt(ctx, new Date(Date.now() + 60_000));
    }
    expect([subjectsTo(rex), subjectsTo(rita)]).toEqual([['Water off'], ['Picnic', 'Water off']]);
    expect(mailsTo(rita)[0]?.headers['List-Unsubscribe']).toContain('/api/unsubscribe?token=');
    expect(mailsTo(rita)[1]?.headers['List-Unsubscribe']).toBeUndefined();
    expect(mailsTo(rita)[0]?.html).toContain('/unsubscribe?token=');
  });
});

test('[14.6] no mail is answered by a machine, and nothing that comes back becomes a message', async () => {
  const ctx = await createContext(config());
  const id = (await requests.create(ctx.rex, { title: 'Gate' }))._id;
  await requests.comment(ctx.bea, id, '<p>One</p>');
  await violations.issue(ctx.bea, ctx.rex);
  await afterBurst(ctx);
  for (const { headers } of [...mailsTo(ctx.rex), ...mailsTo(ctx.bea)])
    expect(headers).toMatchObject({ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' });
  const inbound = ROUTES.filter(({ route }) => route.startsWith('POST') && route.includes('webhooks'));
  expect(inbound.map(({ route }) => route).sort()).toEqual(['POST /api/webhooks/resend', 'POST /api/webhooks/stripe']);
  expect((await requests.read(ctx.rex, id)).comments).toHaveLength(1);
});
