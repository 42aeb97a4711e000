import type { Owner, Suspension } from '../../schema/meetings.ts';
import { AUTHOR, CREATION, fileName, never } from '../activity/activity-fields.ts';
import { isChanged } from '../edits.ts';
import type { ServerDescriptors } from '../entity.ts';

const REPORTED = [
  ...(['kind', 'title', 'status', 'starts_at', 'ends_at', 'place', 'remote_link', 'purpose'] as const),
  ...(['noticed', 'adjourned_at', 'minutes_status'] as const),
] as const;

export const server = {
  meetingRules: {
    activity: {
      kind: 'part',
      name: 'meeting rules',
      of: ({ id }) => ['hoa', id],
      fields: { settings: 'never', changed_at: 'plain', changed_by_name: 'never' },
    },
  },
  votingUnit: {
    activity: {
      kind: 'part',
      name: 'vote',
      of: ({ id }) => ['address', id],
      fields: {
        weight: 'plain',
        owners: 'items',
        designated: ({ name }: Owner) => name,
        suspended: ({ reason }: Suspension) => reason,
        non_voting: 'plain',
        note: 'plain',
        voter_ids: 'never',
      },
    },
  },
  meeting: {
    activity: {
      kind: 'record',
      title: ({ title }) => title,
      fields: {
        kind: 'plain',
        title: 'plain',
        status: 'plain',
        starts_at: 'plain',
        ends_at: 'plain',
        place: 'plain',
        remote_link: 'plain',
        purpose: 'plain',
        desk_ids: 'items',
        proxy_officers: 'items',
        executive_only: 'plain',
        has_election: 'plain',
        exec_summary: 'plain',
        record_date: 'plain',
        roll_frozen_at: 'plain',
        noticed: 'plain',
        notice_reason: 'plain',
        cancel_reason: 'plain',
        minutes_status: 'plain',
        minutes_approved_on: 'plain',
        ...AUTHOR,
        ...never('chair_id', 'secretary_id', 'recorder_ids', 'had_executive', 'rules', 'adjourned_from'),
        ...never('adjourned_from_at', 'first_at', 'called_at', 'notice_announcement_id', 'notice_of'),
        ...never('cancel_announcement_id', 'canceled_at', 'canceled_by_name', 'adjourned_at', 'minutes_approved_at'),
        ...never('minutes_late_at', 'minutes_document_id', 'exec_minutes_document_id', 'sequence', 'changed_at'),
      },
    },
    deletion: 'meeting.deleted',
    event: (row, old) => {
      if (!old) return { type: 'meeting.created', id: row.id };
      return isChanged(row, old, REPORTED) ? { type: 'meeting.updated', id: row.id } : undefined;
    },
    /** Every meeting that stands, for everybody who may see it. */
    calendar: {
      where: () => [{ status: 'scheduled' }],
      events: ({ id, title, starts_at, place, sequence, changed_at }, dayOf) => [
        {
          uid: `meeting-${id}`,
          day: dayOf(starts_at),
          title: `Meeting: ${title}`,
          text: place ? `At ${place}.` : 'The place is not set yet.',
          path: `/meetings/${id}`,
          revision: sequence,
          changed_at,
        },
      ],
    },
  },
  agendaItem: {
    activity: {
      kind: 'part',
      name: 'agenda item',
      of: ({ meeting_id }) => ['meeting', meeting_id],
      isMinor: true,
      fields: {
        kind: 'plain',
        position: 'plain',
        title: 'plain',
        description: 'rich',
        minutes: 'plain',
        presenter: 'plain',
        executive: 'plain',
        consent: 'plain',
        proposal: 'rich',
        removed_at: 'plain',
        ...CREATION,
        ...never('meeting_id', 'record', 'on_adopt', 'on_fail', 'papers', 'noticed'),
      },
    },
    rich: ['description', 'proposal'],
  },
  rollUnit: {
    activity: {
      kind: 'part',
      name: 'roll',
      of: ({ meeting_id }) => ['meeting', meeting_id],
      isMinor: true,
      fields: {
        address_id: 'address',
        weight: 'plain',
        owners: 'items',
        designated: ({ name }: Owner) => name,
        office: 'plain',
        suspended: 'plain',
        non_voting: 'plain',
        removed_at: 'plain',
        ...never('meeting_id', 'user_id', 'position', 'label', 'voter_ids', 'changes'),
      },
    },
  },
  meetingFact: {
    activity: { kind: 'none', because: 'Facts are their own history: no one is ever changed or deleted.' },
    rich: ['text'],
  },
  motion: {
    activity: {
      kind: 'part',
      name: 'motion',
      of: ({ meeting_id }) => ['meeting', meeting_id],
      fields: {
        number: 'plain',
        mover: 'plain',
        method: 'plain',
        executive: 'plain',
        public_summary: 'plain',
        ...never('meeting_id', 'item_id', 'mover_id', 'threshold', 'on_adopt', 'on_fail', 'item_ids', 'decisions'),
        ...never('at', 'by', 'by_name', 'desk', 'imported_by', 'executive_session_id'),
      },
    },
  },
  minutesText: {
    activity: { kind: 'none', because: 'Texts are their own history: each names what it replaces.' },
    rich: ['text'],
  },
  approvedMinutes: {
    activity: {
      kind: 'part',
      name: 'minutes',
      of: ({ id }) => ['meeting', id],
      fields: {
        approved_on: 'plain',
        ...never('board_text', 'public_text', 'executive_text', 'approved_by_name', 'motion_id', 'at'),
      },
    },
    rich: ['board_text', 'public_text'],
  },
  proxy: {
    activity: {
      kind: 'part',
      name: 'proxy',
      of: ({ meeting_id }) => ['meeting', meeting_id],
      fields: {
        address_id: 'address',
        giver_name: 'plain',
        holder_name: 'plain',
        kind: 'plain',
        directions: 'items',
        signed_at: 'plain',
        way: 'plain',
        photo: fileName,
        status: 'plain',
        status_reason: 'plain',
        ...never('meeting_id', 'giver_id', 'holder_id', 'photo_url', 'revoked_at', 'revoked_by_name', 'recorded_at'),
        ...never('recorded_by', 'recorded_by_name', 'voter_ids'),
      },
    },
    files: {
      key: 't.photo_url',
      confirm: async (tx, id, file) => {
        const row = await tx.get('proxy', id);
        if (row?.photo_url === file.key) await tx.put('proxy', { ...row, photo: file });
      },
      withdraw: async (tx, id, file) => {
        const row = await tx.get('proxy', id);
        if (row?.photo_url !== file.key) return undefined;
        await tx.put('proxy', { ...row, photo_url: null, photo: null });
        return { mutation: 'attachProxyPhoto', args: { id } };
      },
    },
  },
  actionItem: {
    activity: {
      kind: 'record',
      title: ({ title }) => title,
      fields: {
        title: 'plain',
        owner_name: 'plain',
        due_on: 'plain',
        status: 'plain',
        done_note: 'plain',
        executive: 'plain',
        ...AUTHOR,
        ...never('owner_id', 'meeting_id', 'item_id', 'motion_id', 'done_at', 'desk', 'imported_by'),
        ...never('executive_session_id'),
      },
    },
  },
} satisfies ServerDescriptors;
