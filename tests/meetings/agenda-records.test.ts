import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { Rows } from '../../schema/rows.ts';
import { recordsToAdd } from '../../sync/meetings/agenda/agenda-records.ts';
import { testBothApis } from '../support/apis.ts';
import type { Person } from '../support/fixtures.ts';
import { agenda, boardMeeting, itemRow, meetingRow, write } from '../support/meetings.ts';
import * as requests from '../support/requests.ts';
import { required } from '../support/required.ts';
import * as violations from '../support/violations.ts';

type AgendaSources = Parameters<typeof recordsToAdd>[0];

const meeting = (id: string, over: Partial<Rows['meeting']> = {}) =>
  meetingRow({ id: 'b', name: 'Bea' } as Person, 'board_regular', {
    ...{ id, starts_at: '2026-04-01T18:00:00.000Z', adjourned_at: '2026-04-01T20:00:00.000Z', ...over },
  }) as Rows['meeting'];

const next = meeting('next', { starts_at: '2026-05-20T18:00:00.000Z', adjourned_at: null });

const OK = { ok: true };

const NOT_FOUND = { ok: false, code: 'not_found' };

testBothApis(
  '[AGENDA-03] [AGENDA-04] [AGENDA-05] records become items with a link and what the vote does',
  async (api, ctx) => {
    const { id: meeting_id } = await boardMeeting(ctx, [ctx.bea], 0);
    const fence = await requests.create(ctx.rex, { title: 'Fence', category: 'Modification' });
    const gate = await requests.create(ctx.rex, { title: 'Gate', category: 'Maintenance' });
    const bins = await violations.issue(ctx.bea, ctx.rex, { title: 'Bins' });
    const opened = await ctx.bea.call('POST', '/api/accounts', { address_id: null, holder_ids: [ctx.rita.id] });
    const last = meetingRow(ctx.bea, 'board_regular', { starts_at: '2026-03-03T01:00:00.000Z' });
    await write(ctx, (tx) => tx.put('meeting', last));
    const records = [
      { entity: 'request', id: fence._id },
      { entity: 'request', id: gate._id },
      { entity: 'violation', id: bins._id },
      { entity: 'account', id: opened.body._id },
      { entity: 'meeting', id: last.id },
    ];
    const items = records.map((record) => ({ id: uuidv7(), record }));
    expect(await api.act(ctx.bea, 'addAgendaRecords', { meeting_id, items })).toEqual(OK);
    const act = (id: string, status: string) => [{ entity: 'request', id, status }];
    expect(await agenda(ctx.bea, meeting_id)).toMatchObject([
      {
        ...{ title: 'Architectural: Fence', record: records[0], executive: false },
        ...{ on_adopt: act(fence._id, 'resolved'), on_fail: act(fence._id, 'rejected') },
      },
      { title: 'Maintenance: Gate', on_adopt: act(gate._id, 'in_progress'), on_fail: act(gate._id, 'closed') },
      { title: 'Violation: Bins', executive: true, on_adopt: null, on_fail: null },
      { title: `Overdue account: ${ctx.rita.name}`, executive: true, on_adopt: null },
      {
        ...{ title: 'Approve the minutes of Mar 2, 2026', kind: 'minutes', executive: false },
        on_adopt: [{ entity: 'meeting', id: last.id, status: 'approved' }],
      },
    ]);
    const again = [{ id: uuidv7(), record: { entity: 'request', id: uuidv7() } }];
    expect(await api.act(ctx.bea, 'addAgendaRecords', { meeting_id, items: again })).toMatchObject(NOT_FOUND);
    expect(await api.act(ctx.bea, 'addAgendaRecords', { meeting_id, items })).toMatchObject({ code: 'conflict' });
  },
);

const TODAY = '2026-05-10';

const result = (id: string, outcome: string, over = {}) =>
  ({
    ...{ id: `${id}-${outcome}`, kind: 'result', subject: id, at: '2026-04-01T19:00:00.000Z', replaces: [] },
    ...{ data: { outcome, to: outcome === 'referred' ? 'Ann' : undefined }, ...over },
  }) as unknown as Rows['meetingFact'];

const motion = (id: string) => ({ id, item_id: `item-${id}`, number: id, meeting_id: 'last' });

const invoice = (account_id: string, due_date: string, over = {}) => ({
  ...{ account_id, due_date, status: 'pending' as const, amount_cents: 10_000, paid_cents: 2500, ...over },
});

const sources: AgendaSources = {
  requests: (['open', 'in_progress', 'awaiting_info', 'resolved', 'closed', 'rejected'] as const).map((status) => ({
    ...{ id: status, title: status, category: 'Modification' as const, status },
  })),
  violations: (['open', 'under_review', 'escalated', 'resolved', 'dismissed'] as const).map((status) => ({
    ...{ id: status, title: status, category: 'Noise' as const, status },
  })),
  invoices: [
    invoice('a-1', '2026-05-01'),
    invoice('a-1', '2026-04-01'),
    invoice('a-2', '2026-05-10'),
    invoice('a-2', '2026-05-01', { status: 'paid' }),
  ],
  accounts: [
    { id: 'a-1', holder_ids: ['rex', 'rita'] },
    { id: 'a-2', holder_ids: ['rex'] },
  ],
  users: [
    { id: 'rex', name: 'Rex', email: 'r@example.test' },
    { id: 'rita', name: 'Rita', email: 'i@example.test' },
  ],
  meetings: [
    next,
    meeting('last', { minutes_status: 'draft' }),
    meeting('earlier', { starts_at: '2026-03-01T18:00:00.000Z', minutes_status: 'approved' }),
    meeting('members', { kind: 'member_annual' }),
    meeting('canceled', { status: 'canceled' }),
  ],
  actionItems: (['open', 'done', 'dropped'] as const).map((status) => ({
    ...{ id: status, title: status, owner_name: 'Ann', due_on: '2026-05-01', meeting_id: 'last', status },
  })),
  motions: ['1', '2', '3', '4'].map(motion),
  items: ['1', '2', '3'].map((id) =>
    itemRow('last', 1, { id: `item-${id}`, title: `Item ${id}` }),
  ) as Rows['agendaItem'][],
  facts: [
    result('1', 'postponed'),
    result('2', 'referred'),
    result('3', 'adopted'),
    result('4', 'postponed'),
    result('4', 'failed', { replaces: ['4-postponed'], data: { outcome: 'failed', reason: 'A mistake' } }),
  ],
};

const found = (over: Partial<AgendaSources> = {}, of = next) =>
  Object.fromEntries(
    recordsToAdd({ ...sources, ...over }, { meeting: of, today: TODAY, hoa: { time_zone: 'America/Chicago' } }).map(
      ({ group, records }) => [group, records],
    ),
  );

const idsOf = (records: { record: { id: string } }[] | undefined) => records?.map(({ record }) => record.id);

test('[AGENDA-03] the records to add are those that are open, overdue, unapproved or put off', () => {
  const groups = found();
  expect(idsOf(groups.requests)).toEqual(['open', 'in_progress', 'awaiting_info']);
  expect(required(groups.requests)[0]).toMatchObject({ title: 'Architectural: open', executive: false });
  expect(idsOf(groups.violations)).toEqual(['open', 'under_review', 'escalated']);
  expect(required(groups.violations)[1]).toMatchObject({ detail: 'Noise, under review', executive: true });
  expect(groups.accounts).toEqual([
    {
      ...{ record: { entity: 'account', id: 'a-1' }, title: 'Overdue account: Rex and Rita', executive: true },
      detail: '2 overdue invoices, $150.00',
    },
  ]);
  expect(groups.minutes).toMatchObject([{ record: { id: 'last' }, title: 'Approve the minutes of Apr 1, 2026' }]);
  expect(groups.actions).toMatchObject([{ record: { id: 'open' }, detail: 'Ann, due May 1, 2026' }]);
  expect(groups.postponed).toMatchObject([
    { record: { entity: 'motion', id: '1' }, title: 'Item 1', detail: 'Postponed, Motion 1' },
    { record: { id: '2' }, title: 'Item 2', detail: 'Referred to Ann, Motion 2' },
  ]);
});

test('[AGENDA-03] what stands on the agenda already is not offered again, unless it was withdrawn', () => {
  const item = (record: Rows['agendaItem']['record'], over = {}) =>
    itemRow('next', 1, { record, ...over }) as Rows['agendaItem'];
  const items = [
    item({ entity: 'request', id: 'open' }),
    item({ entity: 'violation', id: 'open' }, { removed_at: TODAY }),
  ];
  const groups = found({ items });
  expect(idsOf(groups.requests)).toEqual(['in_progress', 'awaiting_info']);
  expect(idsOf(groups.violations)).toEqual(['open', 'under_review', 'escalated']);
});

test('[ACT-03] open action items stand under unfinished business of the next meeting of the same body', () => {
  const item = (id: string, meeting_id: string | null, due_on: string | null = null, status = 'open') =>
    ({ id, meeting_id, due_on, status, title: id, owner_name: 'Ann' }) as Rows['actionItem'];
  const items = [
    item('late', 'last', '2026-05-01'),
    item('none', null),
    item('members', 'members'),
    item('done', 'last', null, 'done'),
    item('here', 'next'),
    item('soon', 'earlier', '2026-04-20'),
  ];
  const of = (which: Rows['meeting']) => idsOf(found({ actionItems: items }, which).actions);
  expect(of(next)).toEqual(['soon', 'late', 'none']);
  expect(of(meeting('annual', { kind: 'member_annual', starts_at: '2026-06-01T00:00:00.000Z' }))).toEqual(['members']);
});
