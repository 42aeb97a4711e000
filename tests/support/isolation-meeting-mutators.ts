import { uuidv7 } from 'uuidv7';
import { settingsOf } from '../../sync/meetings/rules.ts';
import type { MutatorCells } from './isolation-cells.ts';

const DAY = '2098-05-01';
const NOON = '2098-05-01T12:00:00.000Z';
/** The day of the call: the rows it is about may be of the day after this file was read. */
const today = () => new Date().toISOString().slice(0, 10);
const MEETING_FIELDS = {
  ...{ kind: 'member_annual', title: 'x', starts_at: `${DAY}T18:00:00Z`, ends_at: `${DAY}T20:00:00Z`, place: 'x' },
  ...{ remote_link: 'https://example.test/x', purpose: 'x', proxy_officers: ['x'], executive_only: false },
  ...{ has_election: true, exec_summary: 'x', record_date: DAY },
};
const ITEM_FIELDS = {
  ...{ kind: 'business', title: 'x', description: '<p>x</p>', minutes: 5, presenter: 'x', executive: true },
  ...{ consent: true, proposal: '<p>x</p>' },
};

/** The mutators of meetings. */
export const MEETING_MUTATORS = {
  setMeetingRules: {
    args: ({ newcomer }) => ({ ...settingsOf(), directors: [{ user_id: newcomer, office: 'President' }] }),
    resident: 'forbidden',
  },
  setVotingUnit: {
    args: ({ address, newcomer, invited }) => ({
      id: address,
      weight: 12,
      owners: [{ name: 'x', user_id: newcomer }],
      designated: { name: 'x', user_id: invited },
      suspended: { from: DAY, to: null, reason: 'x' },
      non_voting: true,
      note: 'x',
    }),
    resident: 'forbidden',
  },
  createMeeting: {
    args: ({ board, newcomer, meeting }) => ({
      id: uuidv7(),
      ...MEETING_FIELDS,
      chair_id: board,
      secretary_id: newcomer,
      desk_ids: [board],
      kind: 'board_special',
      status: 'scheduled',
      template: null,
      adjourned_from: meeting,
    }),
    resident: 'forbidden',
    creates: 'meeting',
  },
  updateMeeting: {
    args: ({ draftMeeting, board, newcomer }) => ({
      id: draftMeeting,
      base: {},
      ...MEETING_FIELDS,
      chair_id: board,
      secretary_id: newcomer,
      desk_ids: [board],
      status: 'scheduled',
    }),
    resident: 'not_found',
  },
  cancelMeeting: { args: ({ meeting }) => ({ id: meeting, reason: 'x' }), resident: 'forbidden' },
  deleteMeeting: { args: ({ draftMeeting }) => ({ id: draftMeeting }), resident: 'not_found' },
  freezeRoll: { args: ({ meeting }) => ({ meeting_id: meeting, record_date: DAY }), resident: 'forbidden' },
  addRollUnit: {
    args: ({ meeting, newcomer }) => ({
      ...{ meeting_id: meeting, member_id: newcomer, name: undefined, office: 'Secretary', reason: 'x' },
    }),
    resident: 'forbidden',
  },
  updateRollUnit: {
    args: ({ rollUnit, newcomer, invited }) => ({
      id: rollUnit,
      weight: 2,
      owners: [{ name: 'x', user_id: newcomer }],
      designated: { name: 'x', user_id: invited },
      suspended: true,
      non_voting: true,
      removed: true,
      reason: 'x',
    }),
    resident: 'forbidden',
  },
  addAgendaItem: {
    args: ({ meeting, request, violation, item, document }) => ({
      id: uuidv7(),
      meeting_id: meeting,
      ...ITEM_FIELDS,
      papers: [document],
      record: { entity: 'request', id: request },
      on_adopt: [{ entity: 'request', id: request, status: 'resolved' }],
      on_fail: [{ entity: 'violation', id: violation, status: 'dismissed' }],
      at: NOON,
      after_id: item,
      file: undefined,
    }),
    resident: 'forbidden',
    creates: 'item',
  },
  addAgendaRecords: {
    args: ({ meeting, account, item }) => ({
      meeting_id: meeting,
      items: [{ id: uuidv7(), record: { entity: 'account', id: account } }],
      at: NOON,
      after_id: item,
    }),
    resident: 'forbidden',
  },
  updateAgendaItem: {
    args: ({ item, invoice, request, document }) => ({
      papers: [document],
      id: item,
      ...ITEM_FIELDS,
      record: { entity: 'request', id: request },
      on_adopt: [{ entity: 'invoice', id: invoice, status: 'canceled' }],
      on_fail: null,
    }),
    resident: 'forbidden',
  },
  moveAgendaItem: { args: ({ item }) => ({ id: item, after_id: null }), resident: 'forbidden' },
  withdrawAgendaItem: { args: ({ item }) => ({ id: item, withdrawn: true }), resident: 'forbidden' },
  recordFacts: {
    args: ({ meeting, board }) => ({
      meeting_id: meeting,
      facts: [{ id: uuidv7(), kind: 'guest', data: { name: 'A neighbour' }, at: NOON, desk: 'Desk 1' }],
      file: { desk: 'Desk 1', by: board },
    }),
    resident: 'forbidden',
    passesOver: ['file.by'],
  },
  makeMotion: {
    args: ({ meeting, item, board }) => ({
      id: uuidv7(),
      meeting_id: meeting,
      item_id: item,
      number: '2',
      ...{ mover: 'Bea', mover_id: board, threshold: { kind: 'majority', basis: 'units' }, method: 'voice' },
      ...{ executive: false, public_summary: null, on_adopt: [], on_fail: [], item_ids: [] },
      ...{ at: NOON, desk: 'Record', executive_session_id: null, file: { desk: 'Record', by: board } },
    }),
    resident: 'forbidden',
    creates: 'motion',
    passesOver: ['item_id', 'mover_id', 'file.by'],
  },
  updateMotion: {
    args: ({ motion, board }) => ({
      id: motion,
      ...{ mover: 'Bea', mover_id: board, threshold: { kind: 'two_thirds', basis: 'units' }, method: 'count' },
      ...{ executive: true, public_summary: 'x', on_adopt: [], on_fail: [], item_ids: [] },
    }),
    resident: 'not_found',
    passesOver: ['mover_id'],
  },
  saveMinutesText: {
    args: ({ meeting, item, text, board }) => ({
      id: uuidv7(),
      ...{ meeting_id: meeting, item_id: item, text: '<p>x</p>', replaces: [text], at: NOON, desk: 'Record' },
      ...{ executive_session_id: null, file: { desk: 'Record', by: board } },
    }),
    resident: 'forbidden',
    creates: 'text',
    passesOver: ['replaces.0', 'file.by'],
  },
  setMinutesStatus: {
    args: ({ meeting }) => ({ meeting_id: meeting, status: 'approved', late_at: '2026-11-20T12:00:00.000Z' }),
    resident: 'forbidden',
  },
  publishMinutes: { args: ({ meeting }) => ({ meeting_id: meeting }), resident: 'forbidden' },
  applyDecision: {
    args: ({ decided, request }) => ({
      ...{ motion_id: decided, record_id: request, status: 'closed', seen: { status: 'open', paid_cents: 0 } },
      leave: false,
    }),
    resident: 'not_found',
  },
  createActionItem: {
    args: ({ meeting, item, motion, board }) => ({
      ...{ id: uuidv7(), title: 'x', due_on: DAY, owner_id: board, owner_name: 'Bea' },
      ...{ meeting_id: meeting, item_id: item, motion_id: motion },
      ...{ at: NOON, desk: 'Record', executive_session_id: null, file: { desk: 'Record', by: board } },
    }),
    resident: 'forbidden',
    creates: 'actionItem',
    passesOver: ['file.by'],
  },
  updateActionItem: {
    args: ({ actionItem, board }) => ({
      ...{ id: actionItem, title: 'y', due_on: DAY, owner_id: board, owner_name: 'Bea' },
      ...{ status: 'done', done_note: 'x' },
    }),
    resident: 'not_found',
  },
  sendMeetingNotice: {
    args: ({ assembly }) => ({ id: assembly, announcement_id: uuidv7(), reason: 'x', again: true }),
    resident: 'forbidden',
    passesOver: ['announcement_id'],
  },
  giveProxy: {
    args: ({ assembly, address, topic }) => ({
      id: uuidv7(),
      ...{ meeting_id: assembly, address_id: address, holder_name: 'x', kind: 'directed' },
      directions: [{ item_id: topic, choice: 'for' }],
    }),
    resident: 'ok',
    board: 'forbidden',
    superadmin: 'forbidden',
    creates: 'proxy',
  },
  recordProxy: {
    args: ({ assembly, address, topic, resident, board }) => ({
      id: uuidv7(),
      ...{ meeting_id: assembly, address_id: address, giver_name: 'x', giver_id: resident, signed_at: today() },
      ...{ holder_name: 'x', holder_id: board, kind: 'directed', directions: [{ item_id: topic, choice: 'for' }] },
    }),
    resident: 'forbidden',
    creates: 'proxy',
  },
  attachProxyPhoto: {
    args: ({ proxy, files }) => ({ id: proxy, photo_url: files.meetings }),
    resident: 'forbidden',
  },
  revokeProxy: { args: ({ proxy }) => ({ id: proxy, at: NOON, reason: 'x' }), resident: 'ok' },
  settleProxy: {
    args: ({ proxy }) => ({ id: proxy, status: 'invalid', reason: 'x' }),
    resident: 'forbidden',
  },
} satisfies MutatorCells;
