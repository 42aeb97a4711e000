import { CREATION, EDITED, fileName, fileNames, never } from '../activity/activity-fields.ts';
import { lastChange } from '../activity/history.ts';
import { isChanged } from '../edits.ts';
import type { ServerDescriptors } from '../entity.ts';
import { photoFiles } from '../photos/file-checks.ts';
import { OPEN_STATUSES } from './entity.ts';

const REPORTED = [
  'status',
  'assigned_to',
  'resolution_deadline',
  'resolution_notes',
  'photo_url',
  'more_photos',
] as const;

export const server = {
  request: {
    activity: {
      kind: 'record',
      title: ({ title }) => title,
      fields: {
        title: 'plain',
        description: 'rich',
        category: 'plain',
        status: 'plain',
        photo: fileName,
        more_photos: fileNames,
        assigned_to: 'plain',
        resolution_deadline: 'plain',
        resolution_notes: 'plain',
        ...EDITED,
        ...CREATION,
        ...never('user_id', 'address_id', 'photo_url', 'entry_id'),
      },
    },
    rich: ['description'],
    event: (row, old) => {
      if (!old) return { type: 'request.created', id: row.id };
      return isChanged(row, old, REPORTED) ? { type: 'request.updated', id: row.id } : undefined;
    },
    files: photoFiles('request', (id) => ({ mutation: 'attachRequestFile', args: { id } })),
    /** Its deadline, for who asked and for who is to settle it. */
    calendar: {
      where: ({ id }) => [
        { user_id: id, status: OPEN_STATUSES },
        { assigned_to: id, status: OPEN_STATUSES },
      ],
      events: (request, dayOf) => {
        const { id, title, category, resolution_deadline, rev } = request;
        if (!resolution_deadline) return [];
        return [
          {
            uid: `request-${id}`,
            // Over REST a deadline may be an instant.
            day: resolution_deadline.length === 10 ? resolution_deadline : dayOf(resolution_deadline),
            title: `Request: ${title}`,
            text: `${category}, due by this date.`,
            path: `/requests/${id}`,
            revision: rev,
            changed_at: lastChange(request),
          },
        ];
      },
    },
  },
  requestComment: {
    activity: {
      kind: 'part',
      name: 'comment',
      of: ({ request_id }) => ['request', request_id],
      fields: {
        message: 'rich',
        is_public: 'plain',
        photo: fileName,
        more_photos: fileNames,
        ...CREATION,
        ...never('request_id', 'resident_id', 'user_id', 'author_name', 'is_staff', 'photo_url'),
      },
    },
    rich: ['message'],
    event: ({ request_id }, old) => (old ? undefined : { type: 'request.replied', id: request_id }),
    files: photoFiles('requestComment', (_, { request_id }) => ({
      mutation: 'attachRequestFile',
      args: { id: request_id },
    })),
  },
} satisfies ServerDescriptors;
