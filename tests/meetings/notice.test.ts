import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { type ShownProof, withReaders } from '../../client/meetings/notice/shown.ts';
import type { Meeting } from '../../schema/tables/meetings.ts';
import { lateness, noticeDue, proofOf as noticeProofOf, noticeState } from '../../sync/meetings/notice/notice.ts';
import { read, waitForAnnouncement } from '../support/announcements.ts';
import { testBothApis } from '../support/apis.ts';
import type { TestContext } from '../support/fixtures.ts';
import { itemRow, meetingRow, newFact, RULES, rollRow, write } from '../support/meetings.ts';
import { required } from '../support/required.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const SECRET = 'Hardship of unit 12';

/** A board meeting to come with an open, an executive and a withdrawn item. */
const boardMeeting = async (ctx: TestContext, over: Partial<Meeting> = {}) => {
  const meeting = meetingRow(ctx.bea, 'board_regular', { title: 'November', starts_at: inHours(200), ...over });
  await write(ctx, async (tx) => {
    await tx.put('meeting', meeting);
    await tx.put('agendaItem', itemRow(meeting.id, 1, { title: 'Roof & <gutters>' }));
    await tx.put('agendaItem', itemRow(meeting.id, 2, { title: SECRET, executive: true }));
    await tx.put('agendaItem', itemRow(meeting.id, 3, { title: 'Old pool', removed_at: inHours(-1) }));
  });
  return meeting.id;
};

/** An annual meeting with two units: that of Rex, and one whose owner has no account. */
const annualMeeting = async (ctx: TestContext) => {
  const meeting = meetingRow(ctx.bea, 'member_annual', { starts_at: inHours(900), roll_frozen_at: inHours(-1) });
  const home = required(ctx.rex.address_id);
  const other = uuidv7();
  await write(ctx, async (tx) => {
    await tx.put('meeting', meeting);
    await tx.put('rollUnit', rollRow(meeting.id, home, 1, { voter_ids: [ctx.rex.id] }));
    await tx.put('rollUnit', rollRow(meeting.id, other, 2));
  });
  return { id: meeting.id, home, other };
};

const proofOf = async (ctx: TestContext, id: string) =>
  (await ctx.bea.call('GET', `/api/meetings/${id}/notice-proof`)).body;
const isEnded = ({ status }: { status: string }) => status === 'sent' || status === 'failed';

testBothApis('[NOTICE-03] a notice is an announcement to residents with the open items alone', async (api, ctx) => {
  const id = await boardMeeting(ctx, { exec_summary: 'a legal matter', remote_link: 'https://meet.example/1' });
  const announcement_id = uuidv7();
  expect(await api.act(ctx.rex, 'sendMeetingNotice', { id, announcement_id })).toMatchObject({ code: 'not_found' });
  expect(await api.act(ctx.bea, 'sendMeetingNotice', { id, announcement_id })).toEqual({ ok: true });
  await waitForAnnouncement(ctx.bea, announcement_id, isEnded);
  const sent = await read(ctx.rex, announcement_id);
  expect(sent).toMatchObject({ title: 'Notice of meeting: November', category: 'event', status: 'sent' });
  for (const words of [
    'Regular board meeting',
    'Hall',
    'https://meet.example/1',
    'Roof &amp; &lt;gutters&gt;',
    'a legal matter',
  ])
    expect(sent.message).toContain(words);
  for (const words of [SECRET, 'Old pool']) expect(sent.message).not.toContain(words);
  expect((await read(ctx.bea, announcement_id)).recipients.map(({ _id }: { _id: string }) => _id).sort()).toEqual(
    [ctx.rex.id, ctx.rita.id].sort(),
  );
});

testBothApis(
  '[MEET-21] [INV-06] residents see the meeting and its open items once the notice is out',
  async (api, ctx) => {
    const id = await boardMeeting(ctx);
    await api.act(ctx.bea, 'sendMeetingNotice', { id, announcement_id: uuidv7() });
    const { rows } = await ctx.db.execute({
      sql: 'SELECT noticed, executive FROM agenda_items WHERE meeting_id = ? ORDER BY position',
      args: [id],
    });
    expect(rows.map(({ noticed }) => noticed)).toEqual([1, 1, 1]);
    expect((await ctx.rex.call('GET', `/api/meetings/${id}/calendar.ics`)).status).toBe(200);
  },
);

testBothApis('[NOTICE-03] the notice of an executive meeting goes to the board alone', async (api, ctx) => {
  const id = await boardMeeting(ctx, { executive_only: true });
  const announcement_id = uuidv7();
  expect(await api.act(ctx.bea, 'sendMeetingNotice', { id, announcement_id })).toEqual({ ok: true });
  expect(await read(ctx.bea, announcement_id)).toMatchObject({ audience_type: 'board' });
  expect((await ctx.rex.call('GET', `/api/meetings/${id}/calendar.ics`)).status).toBe(404);
  const { rows } = await ctx.db.execute({
    sql: 'SELECT max(noticed) AS n FROM agenda_items WHERE meeting_id = ?',
    args: [id],
  });
  expect(rows[0]?.n).toBe(0);
});

testBothApis('[NOTICE-07] it goes out once, and again after a change of time or place', async (api, ctx) => {
  const id = await boardMeeting(ctx);
  const send = (over = {}) => api.act(ctx.bea, 'sendMeetingNotice', { id, announcement_id: uuidv7(), ...over });
  expect(await send()).toEqual({ ok: true });
  expect(await send()).toMatchObject({
    code: 'conflict',
    message: 'The notice of this meeting has already been sent.',
  });
  expect(await send({ again: true })).toEqual({ ok: true });
  await write(ctx, async (tx) => {
    const meeting = await tx.get('meeting', id);
    if (meeting) await tx.put('meeting', { ...meeting, place: 'Library' });
  });
  expect(await proofOf(ctx, id)).toMatchObject({ state: 'outdated' });
  expect(await send()).toEqual({ ok: true });
});

testBothApis('[NOTICE-04] a late notice goes out, and its reason may be told afterwards', async (api, ctx) => {
  const id = await boardMeeting(ctx, { starts_at: inHours(20.5) });
  const announcement_id = uuidv7();
  expect(await proofOf(ctx, id)).toMatchObject({ state: 'overdue', due: expect.any(String) });
  expect(await api.act(ctx.bea, 'sendMeetingNotice', { id, announcement_id })).toEqual({ ok: true });
  await waitForAnnouncement(ctx.bea, announcement_id, isEnded);
  expect(await api.act(ctx.bea, 'sendMeetingNotice', { id, announcement_id, reason: 'a burst pipe' })).toEqual({
    ok: true,
  });
  expect(await proofOf(ctx, id)).toMatchObject({
    state: 'late',
    late: 'Notice was sent 20 hours before the meeting: a burst pipe',
  });
});

testBothApis('[NOTICE-03] drafts and canceled meetings have no notice', async (api, ctx) => {
  for (const status of ['draft', 'canceled'] as const) {
    const id = await boardMeeting(ctx, { status });
    const answer = await api.act(ctx.bea, 'sendMeetingNotice', { id, announcement_id: uuidv7() });
    expect(answer).toMatchObject({ code: 'conflict' });
  }
});

testBothApis(
  '[NOTICE-05] [NOTICE-06] every unit stands in the proof once, by mail, on paper or not reached',
  async (api, ctx) => {
    const { id, home, other } = await annualMeeting(ctx);
    const announcement_id = uuidv7();
    expect(await api.act(ctx.bea, 'sendMeetingNotice', { id, announcement_id })).toEqual({ ok: true });
    await waitForAnnouncement(ctx.bea, announcement_id, isEnded);
    expect(await read(ctx.bea, announcement_id)).toMatchObject({ audience_type: 'custom', recipient_count: 1 });
    const before = await proofOf(ctx, id);
    expect(before.counts).toMatchObject({ email: 1, none: 1, total: 2 });
    expect(before.by_paper).toEqual([other]);
    const paper = { way: 'handed' as const, on: '2026-11-01', name: 'Bea', units: [other] };
    const wrong = newFact('paper_notice', { ...paper, way: 'posted' });
    const right = newFact('paper_notice', paper, { replaces: [wrong.id as string] });
    await api.act(ctx.bea, 'recordFacts', { meeting_id: id, facts: [wrong, right] });
    const after = await proofOf(ctx, id);
    expect(after.counts).toMatchObject({ email: 1, handed: 1, posted: 0, none: 0, total: 2 });
    expect(after.units).toMatchObject([
      { _id: home, way: 'email', name: ctx.rex.name },
      { _id: other, way: 'handed', at: '2026-11-01', name: 'Bea' },
    ]);
  },
);

testBothApis('[NOTICE-03] without a roll a meeting of the members has nobody to tell', async (api, ctx) => {
  const meeting = meetingRow(ctx.bea, 'member_special', { starts_at: inHours(900) });
  await write(ctx, async (tx) => tx.put('meeting', meeting));
  const answer = await api.act(ctx.bea, 'sendMeetingNotice', { id: meeting.id, announcement_id: uuidv7() });
  expect(answer).toMatchObject({ code: 'conflict', message: 'Freeze the roll first: the notice goes to its voters.' });
});

testBothApis('[MEET-19] residents who had the notice are told that the meeting is canceled', async (api, ctx) => {
  const [untold, told] = [await boardMeeting(ctx), await boardMeeting(ctx)];
  expect(await api.act(ctx.bea, 'sendMeetingNotice', { id: told, announcement_id: uuidv7() })).toEqual({ ok: true });
  for (const id of [untold, told])
    expect(await api.act(ctx.bea, 'cancelMeeting', { id, reason: 'A <storm>' })).toEqual({ ok: true });
  const [sent, ...others] = (await ctx.bea.call('GET', '/api/announcements?search=Canceled')).body.docs;
  expect(others).toEqual([]);
  expect(sent).toMatchObject({ _id: told, title: 'Canceled: November', audience_type: 'residents', category: 'event' });
  expect(sent.message).toContain('A &lt;storm&gt;');
});

test('[NOTICE-01] [NOTICE-02] [NOTICE-08] the lead time ends at the start and counts from the sending', () => {
  const starts_at = '2026-11-12T01:00:00.000Z';
  const meeting = {
    ...{ starts_at, status: 'scheduled' as const, place: null, remote_link: null, adjourned_at: null },
    ...{
      rules: { ...RULES, notice_hours: 96 },
      notice_announcement_id: null as string | null,
      notice_of: null as string | null,
    },
  };
  expect(noticeDue(meeting)).toBe('2026-11-08T01:00:00.000Z');
  const stateAt = (now: string) => noticeState(meeting, undefined, Date.parse(now));
  expect(stateAt('2026-11-06T00:59:00Z')).toBe('not_due');
  expect(stateAt('2026-11-06T01:01:00Z')).toBe('soon');
  expect(stateAt('2026-11-08T01:01:00Z')).toBe('overdue');
  const sent = {
    ...meeting,
    notice_announcement_id: 'a',
    notice_of: `${starts_at} null null`,
    notice_reason: 'a storm',
  };
  const announcement = { status: 'sent' as const, sent_at: '2026-11-08T01:30:00.000Z', sending_since: null };
  expect(noticeState(sent, announcement, 0)).toBe('late');
  expect(lateness(sent, announcement)).toBe('Notice was sent 95 hours before the meeting: a storm');
  expect(noticeState(sent, { ...announcement, sent_at: '2026-11-08T01:00:00.000Z' }, 0)).toBe('sent');
  expect(noticeState({ ...sent, place: 'Library' }, announcement, 0)).toBe('outdated');
});

test('[NOTICE-05] [NOTICE-06] a unit is "Not reached" only where nobody can have read the notice unknown to this device', () => {
  const people = { known: ['rex'], other: ['rita'], nobody: [] };
  const units = Object.entries(people).map(([id, of]) => ({ id, label: id, people: of, owners: [] }));
  const proof = noticeProofOf({ units, announcement: undefined, recipients: undefined, facts: [], readerName: String });
  const ways = (shown: ShownProof) => shown.units.map(({ way }) => way);
  expect(ways(withReaders(proof, false, undefined))).toEqual(['none', 'none', 'none']);
  const unknown = withReaders(proof, true, undefined);
  expect(ways(unknown)).toEqual(['unknown', 'unknown', 'none']);
  expect(unknown).toMatchObject({ counts: { none: 1, unknown: 2, total: 3 }, readers: 'unknown' });
  const reader = { at: '2026-11-02T10:00:00.000Z', name: 'Rex' };
  const as_of = '2026-11-03T10:00:00.000Z';
  const last = withReaders(proof, true, { of: new Map([['known', reader]]), as_of, isFresh: false });
  expect(ways(last)).toEqual(['read', 'none', 'none']);
  expect(last.units[0]).toMatchObject(reader);
  expect(last).toMatchObject({ counts: { read: 1, none: 2, unknown: 0, total: 3 }, readers: { as_of } });
});

testBothApis(
  '[NOTICE-05] a paper notice is taken back for one of its units, and the others keep it',
  async (api, ctx) => {
    const { id, home, other } = await annualMeeting(ctx);
    const data = { way: 'mailed' as const, on: '2026-11-01', name: 'Bea', units: [home, other] };
    const paper = newFact('paper_notice', data);
    await api.act(ctx.bea, 'recordFacts', { meeting_id: id, facts: [paper] });
    expect((await proofOf(ctx, id)).counts).toMatchObject({ mailed: 2, none: 0 });
    const replaces = [paper.id as string];
    const voided = newFact('voided', { reason: 'The letter came back' }, { subject: paper.id as string, replaces });
    const rest = newFact('paper_notice', { ...data, units: [home] }, { at: paper.at as string });
    expect(await api.act(ctx.bea, 'recordFacts', { meeting_id: id, facts: [voided, rest] })).toEqual({ ok: true });
    const { counts, units } = await proofOf(ctx, id);
    expect(counts).toMatchObject({ mailed: 1, none: 1, total: 2 });
    expect(units).toMatchObject([
      { _id: home, way: 'mailed', at: '2026-11-01' },
      { _id: other, way: 'none' },
    ]);
  },
);
