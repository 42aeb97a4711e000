import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { directorsOf, noticeHours, rulesFor, settingsOf } from '../../sync/meetings/rules.ts';
import { versionsOf } from '../../sync/versions.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import type { Person } from '../support/fixtures.ts';
import { draft, invalid, make, OK, read, scheduled } from '../support/meeting-drafts.ts';
import { meetingRow, write } from '../support/meetings.ts';
import { nth, required } from '../support/required.ts';

const conflict = (message: string) => ({ ok: false, code: 'conflict', message });

const HIDDEN = {
  ok: false,
  code: 'not_found',
  message: 'Meeting not found or you do not have permission to view it',
};

const START = '2098-05-01T18:00:00.000Z';

const rollOf = async (person: Person, id: string) => (await person.call('GET', `/api/meetings/${id}/roll`)).body.docs;

testBothApis('[MEET-01] [MEET-19] only the board makes, changes and cancels meetings', async (api, ctx) => {
  const meeting = scheduled();
  expect(await api.act(ctx.rex, 'createMeeting', meeting)).toMatchObject({ code: 'forbidden' });
  await make(api, ctx, meeting);
  expect(await api.act(ctx.rex, 'updateMeeting', { id: meeting.id, title: 'x' })).toEqual(HIDDEN);
  expect(await api.act(ctx.sue, 'updateMeeting', { id: meeting.id, title: 'June meeting' })).toEqual(OK);
  expect(await read(ctx.bea, meeting.id)).toMatchObject({ title: 'June meeting', status: 'scheduled', sequence: 0 });
  expect(await api.act(ctx.bea, 'cancelMeeting', { id: meeting.id, reason: 'Storm' })).toEqual(OK);
  expect(await read(ctx.bea, meeting.id)).toMatchObject({
    ...{ status: 'canceled', cancel_reason: 'Storm', canceled_by_name: ctx.bea.name, sequence: 1 },
  });
  expect(await api.act(ctx.bea, 'updateMeeting', { id: meeting.id, title: 'x' })).toEqual(
    conflict('This meeting was canceled.'),
  );
});

testBothApis('[MEET-01] a meeting has a time, an end after it, and links that lead to a site', async (api, ctx) => {
  const act = (over: object) => api.act(ctx.bea, 'createMeeting', draft(over));
  expect(await act({ starts_at: '2098-05-01' })).toEqual(invalid('Please select a date and time.'));
  expect(await act({ starts_at: '2098-05-01T18:00' })).toEqual(invalid('Please select a date and time.'));
  expect(await act({ ends_at: START })).toEqual(invalid('The end must be after the start.'));
  expect(await act({ remote_link: 'javascript:alert(1)' })).toEqual(
    invalid('Please enter a link that starts with https://.'),
  );
  expect(await act({ kind: 'party' })).toEqual(invalid('Please select a type.'));
  expect(await act({ starts_at: '2098-05-01T13:00:00-05:00', remote_link: 'https://example.test/a' })).toEqual(OK);
  expect((await ctx.bea.call('GET', '/api/meetings')).body.docs).toMatchObject([{ starts_at: START, status: 'draft' }]);
});

testBothApis(
  '[MEET-02] a meeting copies the rules when it is scheduled; later changes do not touch it',
  async (api, ctx) => {
    const set = (speaker_seconds: number, more: object = {}) =>
      api.act(ctx.bea, 'setMeetingRules', { speaker_seconds, ...more });
    expect(await api.act(ctx.rex, 'setMeetingRules', { speaker_seconds: 60 })).toMatchObject({ code: 'forbidden' });
    const id = await make(api, ctx, draft());
    expect((await read(ctx.bea, id)).rules).toBe(null);
    expect(await set(60, { notice_hours: { ...settingsOf().notice_hours, board_regular: 100 } })).toEqual(OK);
    expect(await api.act(ctx.bea, 'updateMeeting', { id, status: 'scheduled' })).toEqual(OK);
    expect(await set(90)).toEqual(OK);
    expect(await read(ctx.bea, id)).toMatchObject({
      status: 'scheduled',
      rules: { speaker_seconds: 60, notice_hours: 100 },
    });
    expect((await ctx.bea.call('GET', '/api/meeting-rules')).body).toMatchObject({
      ...{ speaker_seconds: 90, notice_hours: { board_regular: 100 }, quorum: settingsOf().quorum },
      changed_by_name: ctx.bea.name,
    });
    expect(await api.act(ctx.bea, 'updateMeeting', { id, executive_only: true })).toEqual(OK);
    expect((await read(ctx.bea, id)).rules.notice_hours).toBe(48);
    expect(await api.act(ctx.bea, 'updateMeeting', { id, kind: 'board_special' })).toEqual(
      conflict('You can’t change the type after scheduling.'),
    );
  },
);

test('[NOTICE-01] the hours of notice follow from the kind, an election and an executive session', () => {
  const settings = settingsOf();
  const hours = (kind: Parameters<typeof noticeHours>[1]['kind'], over = {}) =>
    noticeHours(settings, { kind, ...over });
  expect([hours('board_regular'), hours('board_special'), hours('board_emergency')]).toEqual([96, 72, 0]);
  expect([hours('member_annual'), hours('member_special', { has_election: true })]).toEqual([336, 720]);
  expect(hours('board_regular', { executive_only: true })).toBe(48);
  expect(hours('board_emergency', { executive_only: true })).toBe(0);
  expect(rulesFor(settings, 'board_regular').proxies.allowed).toBe(false);
  expect(rulesFor(settings, 'member_annual')).toMatchObject({ longest_notice_days: 60, second_required: true });
});

testBothApis('[MEET-19] a change that would overwrite what another has changed unseen is refused', async (api, ctx) => {
  const meeting = meetingRow(ctx.bea, 'board_regular', { place: 'Hall' });
  await write(ctx, async (tx) => tx.put('meeting', meeting));
  const { id } = meeting;
  const base = versionsOf(meeting, ['place', 'title']);
  expect(await api.act(ctx.sue, 'updateMeeting', { id, place: 'Library' })).toEqual(OK);
  expect(await api.act(ctx.bea, 'updateMeeting', { id, place: 'Pool house', base })).toEqual(
    conflict('The place was changed by someone else in the meantime. Compare both versions and save again.'),
  );
  expect(await api.act(ctx.bea, 'updateMeeting', { id, title: 'Autumn', base })).toEqual(OK);
  expect(await api.act(ctx.bea, 'updateMeeting', { id, place: 'Library', base })).toEqual(OK);
});

testBothApis('[MEET-03] [ROLL-04] the directors are the board, or those that the rules list', async (api, ctx) => {
  const first = await make(api, ctx, scheduled());
  expect(await rollOf(ctx.bea, first)).toMatchObject([
    { _id: `${first}:${ctx.bea.id}`, user_id: ctx.bea.id, weight: 1, office: 'Director' },
  ]);
  const directors = [
    { user_id: ctx.rex.id, office: 'Treasurer' },
    { user_id: ctx.sue.id, office: 'President' },
  ];
  expect(await api.act(ctx.bea, 'setMeetingRules', { directors: [...directors, nth(directors, 0)] })).toEqual(
    invalid('A director is listed twice.'),
  );
  expect(await api.act(ctx.bea, 'setMeetingRules', { directors })).toEqual(OK);
  const second = await make(api, ctx, scheduled());
  expect((await rollOf(ctx.bea, second)).map(({ office }: { office: string }) => office)).toEqual([
    'President',
    'Treasurer',
  ]);
  expect((await read(ctx.bea, second)).rules.directors).toEqual(directors);
});

test('[MEET-03] who is no longer active is no director', () => {
  const user = (id: string, over = {}) => ({
    id,
    role: 'board' as const,
    status: 'active' as const,
    deleted_at: null,
    ...over,
  });
  const users = [
    user('a'),
    user('b', { status: 'inactive' }),
    user('c', { deleted_at: START }),
    user('d', { role: 'superadmin' }),
  ];
  expect(directorsOf(settingsOf(), users)).toEqual([{ user_id: 'a', office: 'Director' }]);
  const directors = users.map(({ id }) => ({ user_id: id, office: 'Director' as const }));
  expect(directorsOf(settingsOf({ directors }), users).map(({ user_id }) => user_id)).toEqual(['a', 'd']);
});

testBothApis('[MEET-01] SEQUENCE rises with each change of time or place alone', async (api, ctx) => {
  const id = await make(api, ctx, scheduled());
  const change = async (over: object) => {
    expect(await api.act(ctx.bea, 'updateMeeting', { id, ...over })).toEqual(OK);
    return (await read(ctx.bea, id)).sequence;
  };
  expect([await change({ title: 'x' }), await change({ place: 'Hall' }), await change({ place: 'Hall' })]).toEqual([
    0, 1, 1,
  ]);
  expect(await change({ starts_at: '2098-05-02T18:00:00Z' })).toBe(2);
});

testBothApis('[MEET-19] only a draft can be deleted, with its agenda', async (api, ctx) => {
  const [kept, gone] = [await make(api, ctx, scheduled()), await make(api, ctx, draft({ template: 'board' }))];
  expect(await api.act(ctx.bea, 'deleteMeeting', { id: kept })).toEqual(
    conflict('Only drafts can be deleted. Cancel this meeting instead.'),
  );
  expect(await api.act(ctx.bea, 'deleteMeeting', { id: gone })).toEqual(OK);
  expect((await ctx.bea.call('GET', `/api/meetings/${gone}`)).status).toBe(404);
  expect((await ctx.bea.call('GET', '/api/meetings')).body.docs.map(({ _id }: { _id: string }) => _id)).toEqual([kept]);
});

testBothApis(
  '[MEET-20] a meeting continues another: agenda, roll and proxies that are still valid',
  async (api, ctx) => {
    const from = await make(api, ctx, scheduled({ kind: 'member_annual', template: 'annual' }));
    expect(await api.act(ctx.bea, 'freezeRoll', { meeting_id: from })).toEqual(OK);
    const agenda = (await read(ctx.bea, from)).agenda;
    expect(await api.act(ctx.bea, 'withdrawAgendaItem', { id: agenda[5]._id })).toEqual(OK);
    const unit = `${from}:${ctx.rex.address_id}`;
    expect(await api.act(ctx.bea, 'updateRollUnit', { id: unit, weight: 9 })).toEqual(OK);
    const proxy = (over: object) => ({
      ...{
        id: uuidv7(),
        meeting_id: from,
        address_id: required(ctx.rex.address_id),
        giver_name: 'Rex',
        giver_id: ctx.rex.id,
      },
      ...{
        holder_name: 'Rita',
        holder_id: null,
        kind: 'directed' as const,
        signed_at: '2098-04-01',
        way: 'paper' as const,
      },
      ...{ directions: [{ item_id: agenda[1]._id, choice: 'for' as const }], photo_url: null, photo: null },
      ...{ status: 'active' as const, status_reason: null, revoked_at: null, revoked_by_name: null },
      ...{ recorded_at: START, recorded_by: null, recorded_by_name: 'x', voter_ids: [ctx.rex.id], ...over },
    });
    await write(ctx, async (tx) => {
      await tx.put('proxy', proxy({}));
      await tx.put('proxy', proxy({ status: 'revoked' }));
    });
    const on = (starts_at: string, over: object = {}) =>
      scheduled({ kind: 'member_annual', adjourned_from: from, starts_at, ...over });
    expect(await api.act(ctx.bea, 'createMeeting', on(START))).toEqual(
      invalid('Choose a start after the meeting that it continues.'),
    );
    expect(await api.act(ctx.bea, 'createMeeting', on('2098-06-01T18:00:00Z', { kind: 'board_regular' }))).toEqual(
      invalid('A meeting can only be continued by a meeting of the same body.'),
    );
    const [soon, late] = [
      await make(api, ctx, on('2098-06-01T18:00:00Z')),
      await make(api, ctx, on('2098-12-01T18:00:00Z')),
    ];
    const next = await read(ctx.bea, soon);
    expect(next).toMatchObject({ adjourned_from: from, adjourned_from_at: START, first_at: START });
    expect(next.agenda.map(({ title }: { title: string }) => title)).toEqual(
      agenda.flatMap(({ title }: { title: string }, at: number) => (at === 5 ? [] : [title])),
    );
    expect(await rollOf(ctx.bea, soon)).toContainEqual(
      expect.objectContaining({ _id: `${soon}:${ctx.rex.address_id}`, weight: 9 }),
    );
    const device = await new Device(ctx, ctx.bea).sync();
    const proxies = device.store.rows('proxy').all;
    await device.close();
    expect(proxies.filter(({ meeting_id }) => meeting_id === late)).toEqual([]);
    expect(proxies.filter(({ meeting_id }) => meeting_id === soon)).toMatchObject([
      { giver_name: 'Rex', status: 'active', directions: [{ item_id: next.agenda[1]._id, choice: 'for' }] },
    ]);
  },
);
