import type {
  ActionItem,
  AgendaItem,
  ApprovedMinutes,
  Meeting,
  MeetingFact,
  MeetingProxy,
  MeetingRules,
  MinutesText,
  Motion,
  RollUnit,
  VotingUnit,
} from '../../schema/tables/meetings.ts';
import { can } from '../roles.ts';
import type { Actor, Synced } from '../tx.ts';

export const canManage = (actor: Pick<Actor, 'role'>): boolean => can(actor.role, 'meetings.manage');

/** Nothing of it ever reaches a resident. */
const boardAlone = <Row>(): Synced<Row> => ({ audiences: [{ audience: 'board' }], view: (row) => row });

export const syncedRules = boardAlone<MeetingRules>();
export const syncedFacts = boardAlone<MeetingFact>();
export const syncedMotions = boardAlone<Motion>();
export const syncedTexts = boardAlone<MinutesText>();
export const syncedApproved = boardAlone<ApprovedMinutes>();

export const syncedMeetings: Synced<Meeting> = {
  audiences: [{ audience: 'board' }, { audience: 'residents', when: { noticed: true, executive_only: false } }],
  view: (meeting, viewer) => (canManage(viewer) ? meeting : residentView(meeting)),
};

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

export const syncedItems: Synced<AgendaItem> = {
  audiences: [{ audience: 'board' }, { audience: 'residents', when: { noticed: true, executive: false } }],
  view: (item, viewer) =>
    canManage(viewer)
      ? item
      : {
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
        },
};

export const syncedVotingUnits: Synced<VotingUnit> = {
  audiences: [{ audience: 'board' }, { namedIn: 'voter_ids' }],
  view: (unit, viewer) => (canManage(viewer) ? unit : { ...unit, note: null }),
};

export const syncedRoll: Synced<RollUnit> = {
  audiences: [{ audience: 'board' }, { namedIn: 'voter_ids' }],
  view: (unit, viewer) => (canManage(viewer) ? unit : { ...unit, changes: null }),
};

export const syncedProxies: Synced<MeetingProxy> = {
  audiences: [{ audience: 'board' }, { namedIn: 'voter_ids' }],
  view: (proxy) => proxy,
};

export const syncedActionItems: Synced<ActionItem> = {
  audiences: [{ audience: 'board' }, { namedIn: 'owner_id', when: { executive: false } }],
  view: (item) => item,
};
