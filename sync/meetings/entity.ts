import type { AgendaItem, Meeting } from '../../schema/tables/meetings.ts';
import type { Descriptors } from '../entity.ts';
import { can } from '../roles.ts';
import type { Actor } from '../tx.ts';
import { conflictsOf } from './conflicts.ts';

export const canManage = (actor: Pick<Actor, 'role'>): boolean => can(actor.role, 'meetings.manage');

const residentView = (meeting: Meeting): Partial<Meeting> => ({
  id: meeting.id,
  kind: meeting.kind,
  title: meeting.title,
  status: meeting.status,
  starts_at: meeting.starts_at,
  ends_at: meeting.ends_at,
  place: meeting.place,
  remote_link: meeting.remote_link,
  purpose: meeting.purpose,
  exec_summary: meeting.exec_summary,
  proxy_officers: meeting.proxy_officers,
  rules: meeting.rules && { ...meeting.rules, directors: [] },
  noticed: meeting.noticed,
  first_at: meeting.first_at,
  adjourned_at: meeting.adjourned_at,
  minutes_status: meeting.minutes_status === 'published' ? 'published' : 'none',
  minutes_document_id: meeting.minutes_document_id,
  sequence: meeting.sequence,
  changed_at: meeting.changed_at,
});

const residentItem = (item: AgendaItem): Partial<AgendaItem> => ({
  id: item.id,
  meeting_id: item.meeting_id,
  kind: item.kind,
  position: item.position,
  title: item.title,
  description: item.description,
  minutes: item.minutes,
  proposal: item.proposal,
  removed_at: item.removed_at,
  papers: item.papers?.filter(({ is_public }) => is_public) ?? null,
});

/** Nothing of it ever reaches a resident. */
const BOARD_ALONE = { audiences: [{ audience: 'board' }], view: <Row>(row: Row): Row => row } as const;
const BY_TIME = [{ column: 'at' }, { column: 'id' }] as const;
const BY_POSITION = [{ column: 'position' }, { column: 'id' }] as const;

export const entities = {
  meetingRules: { ...BOARD_ALONE, order: [{ column: 'id' }] },
  votingUnit: {
    audiences: [{ audience: 'board' }, { namedIn: 'voter_ids' }],
    view: (unit, viewer) => (canManage(viewer) ? unit : { ...unit, note: null }),
    order: [{ column: 'id' }],
    load: 'on demand',
  },
  meeting: {
    audiences: [{ audience: 'board' }, { audience: 'residents', when: { noticed: true, executive_only: false } }],
    view: (meeting, viewer) => (canManage(viewer) ? meeting : residentView(meeting)),
    order: [
      { column: 'starts_at', descending: true },
      { column: 'id', descending: true },
    ],
    conflicts: { updateMeeting: conflictsOf },
  },
  agendaItem: {
    audiences: [{ audience: 'board' }, { audience: 'residents', when: { noticed: true, executive: false } }],
    view: (item, viewer) => (canManage(viewer) ? item : residentItem(item)),
    order: BY_POSITION,
  },
  rollUnit: {
    audiences: [{ audience: 'board' }, { namedIn: 'voter_ids' }],
    view: (unit, viewer) => (canManage(viewer) ? unit : { ...unit, changes: null }),
    order: BY_POSITION,
    load: 'on demand',
  },
  meetingFact: { ...BOARD_ALONE, order: BY_TIME, load: 'on demand' },
  motion: { ...BOARD_ALONE, order: BY_TIME },
  minutesText: { ...BOARD_ALONE, order: BY_TIME, load: 'on demand' },
  approvedMinutes: { ...BOARD_ALONE, order: BY_TIME, load: 'on demand' },
  proxy: {
    audiences: [{ audience: 'board' }, { namedIn: 'voter_ids' }],
    view: (proxy) => proxy,
    order: [{ column: 'recorded_at' }, { column: 'id' }],
    files: { feature: 'meetings' },
  },
  actionItem: {
    audiences: [{ audience: 'board' }, { namedIn: 'owner_id', when: { executive: false } }],
    view: (item) => item,
  },
} satisfies Descriptors;
