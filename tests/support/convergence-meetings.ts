import { uuidv7 } from 'uuidv7';
import { MEETING_KINDS } from '../../schema/meetings.ts';
import { REQUEST_STATUSES } from '../../schema/requests.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { type Change, choose, DAY, rows, TODAY, text } from './convergence-chance.ts';

export const MEETING_CHANGES = {
  setMeetingRules: (_, { pick }) => ({ speaker_seconds: pick([60, 120]), show_seconder: pick([true, false]) }),
  setVotingUnit: choose('address', ({ pick }) => ({ weight: pick([1, 250]), non_voting: pick([true, false]) })),
  createMeeting: (_, { pick }) => ({
    id: uuidv7(),
    kind: pick(MEETING_KINDS),
    title: 'x',
    starts_at: `${DAY}T18:00:00Z`,
    status: pick(['draft', 'scheduled']),
    template: pick([null, 'board', 'annual']),
  }),
  updateMeeting: choose('meeting', ({ pick }) => ({
    ...pick<object>([{ place: 'y' }, { status: 'scheduled' }, { executive_only: true }]),
  })),
  cancelMeeting: choose('meeting', () => ({ reason: 'x' })),
  deleteMeeting: choose('meeting'),
  freezeRoll: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting'))?.id;
    return meeting_id ? { meeting_id } : undefined;
  },
  addRollUnit: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting'))?.id;
    const member_id = pick([...rows(device, 'address'), ...rows(device, 'user')])?.id;
    return meeting_id && member_id ? { meeting_id, member_id, reason: 'x' } : undefined;
  },
  updateRollUnit: choose('rollUnit', ({ pick }) => ({ weight: pick([1, 3]), reason: 'x' })),
  addAgendaItem: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting'))?.id;
    return meeting_id ? { id: uuidv7(), meeting_id, title: 'x', executive: pick([true, false]) } : undefined;
  },
  addAgendaRecords: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting'))?.id;
    const request = pick(rows(device, 'request'))?.id;
    const items = [{ id: uuidv7(), record: { entity: 'request', id: request } }];
    return meeting_id && request ? { meeting_id, items } : undefined;
  },
  updateAgendaItem: choose('agendaItem', ({ pick }) => ({ title: 'y', executive: pick([true, false]) })),
  moveAgendaItem: (device, { pick }) => {
    const item = pick(rows(device, 'agendaItem'));
    const after = pick(rows(device, 'agendaItem').filter(({ meeting_id }) => meeting_id === item?.meeting_id));
    return item && { id: item.id, after_id: pick([null, after?.id ?? null]) };
  },
  withdrawAgendaItem: choose('agendaItem', ({ pick }) => ({ withdrawn: pick([true, false]) })),
  recordFacts: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting'))?.id;
    const fact = {
      id: uuidv7(),
      kind: 'guest',
      data: { name: 'A neighbour' },
      at: `${TODAY}T12:00:00.000Z`,
      desk: 'x',
    };
    return meeting_id ? { meeting_id, facts: [fact] } : undefined;
  },
  makeMotion: (device, { pick }) => {
    const item = pick(rows(device, 'agendaItem'));
    const rules = { threshold: { kind: 'majority', basis: 'units' }, method: 'voice' };
    const made = { id: uuidv7(), number: '1', mover: 'Bea', at: `${TODAY}T12:00:00.000Z`, desk: 'x', ...rules };
    return item && { ...made, meeting_id: item.meeting_id, item_id: item.id };
  },
  updateMotion: choose('motion', ({ pick }) => ({ method: pick(['voice', 'count']) })),
  saveMinutesText: (device, { pick }) => {
    const item = pick(rows(device, 'agendaItem'));
    const known = pick(rows(device, 'minutesText').filter(({ item_id }) => item_id === item?.id));
    const replaces = known ? [known.id] : [];
    return item && { id: uuidv7(), meeting_id: item.meeting_id, item_id: item.id, text: text(), replaces, desk: 'x' };
  },
  setMinutesStatus: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting'))?.id;
    return meeting_id ? { meeting_id, status: pick(['draft', 'in_review', 'approved']) } : undefined;
  },
  publishMinutes: (device, { pick }) => {
    const meeting_id = pick(rows(device, 'meeting').filter(({ status }) => status === 'scheduled'))?.id;
    return meeting_id ? { meeting_id } : undefined;
  },
  applyDecision: (device, { pick }) => {
    const motion_id = pick(rows(device, 'motion'))?.id;
    return motion_id ? { motion_id, seen: { status: pick(REQUEST_STATUSES) } } : undefined;
  },
  createActionItem: (device, { pick }) => {
    const item = pick(rows(device, 'agendaItem'));
    return item && { id: uuidv7(), title: 'x', owner_name: 'Pat', meeting_id: item.meeting_id, item_id: item.id };
  },
  updateActionItem: choose('actionItem', ({ pick }) => ({ status: pick(['open', 'done', 'dropped']) })),
  sendMeetingNotice: choose('meeting', () => ({ announcement_id: uuidv7(), again: true })),
  giveProxy: (device, { pick }) => {
    const unit = pick(rows(device, 'rollUnit'));
    const given = { id: uuidv7(), holder_name: 'x', kind: 'general' };
    return unit && { ...given, meeting_id: unit.meeting_id, address_id: unit.address_id ?? unit.meeting_id };
  },
  recordProxy: (device, { pick }) => {
    const unit = pick(rows(device, 'rollUnit'));
    const given = { id: uuidv7(), giver_name: 'x', holder_name: 'x', kind: 'quorum', signed_at: TODAY };
    return unit && { ...given, meeting_id: unit.meeting_id, address_id: unit.address_id ?? unit.meeting_id };
  },
  attachProxyPhoto: choose('proxy', ({ file }) => ({ photo_url: file('meetings') })),
  revokeProxy: choose('proxy'),
  settleProxy: choose('proxy', ({ pick }) => ({ status: pick(['active', 'invalid']), reason: 'x' })),
} satisfies Partial<Record<MutatorName, Change>>;
