import type { Resolution, ViolationStatus } from '../../schema/violations.ts';
import { CREATION, EDITED, fileName, fileNames, never } from '../activity/activity-fields.ts';
import { lastChange } from '../activity/history.ts';
import { isChanged } from '../edits.ts';
import type { ServerDescriptors } from '../entity.ts';
import { photoFiles } from '../photos/file-checks.ts';

const UNSETTLED: readonly ViolationStatus[] = ['open', 'under_review', 'escalated'];
const REPORTED = ['status', 'resolution', 'photo_url', 'more_photos'] as const;

export const server = {
  violation: {
    activity: {
      kind: 'record',
      title: ({ title }) => title,
      fields: {
        user_id: 'plain',
        address_id: 'address',
        category: 'plain',
        title: 'plain',
        message: 'rich',
        due_date: 'plain',
        photo: fileName,
        more_photos: fileNames,
        status: 'plain',
        resolution: ({ resolution_notes }: Resolution) => resolution_notes,
        ...EDITED,
        ...CREATION,
        ...never('issued_by', 'issued_by_name', 'issued_by_email', 'photo_url'),
      },
    },
    rich: ['message'],
    event: (row, old) => {
      if (!old) return { type: 'violation.created', id: row.id };
      return isChanged(row, old, REPORTED) ? { type: 'violation.updated', id: row.id } : undefined;
    },
    files: photoFiles('violation', (id) => ({ mutation: 'attachViolationFile', args: { id } })),
    /** Put into the calendars of the resident and of who issued it. */
    calendar: {
      where: ({ id }) => [
        { user_id: id, status: UNSETTLED },
        { issued_by: id, status: UNSETTLED },
      ],
      events: (violation) => [
        {
          uid: `violation-${violation.id}`,
          day: violation.due_date,
          title: `Violation: ${violation.title}`,
          text: `${violation.category}, due by this date.`,
          path: `/compliance/${violation.id}`,
          revision: violation.rev,
          changed_at: lastChange(violation),
        },
      ],
    },
  },
  violationMessage: {
    activity: {
      kind: 'part',
      name: 'message',
      of: ({ violation_id }) => ['violation', violation_id],
      fields: {
        message: 'rich',
        is_internal: 'plain',
        photo: fileName,
        more_photos: fileNames,
        ...never('violation_id', 'resident_id', 'sender_id', 'sender_name', 'is_staff', 'photo_url', 'sent_at'),
      },
    },
    rich: ['message'],
    event: ({ violation_id }, old) => (old ? undefined : { type: 'violation.updated', id: violation_id }),
    files: photoFiles('violationMessage', (_, { violation_id }) => ({
      mutation: 'attachViolationFile',
      args: { id: violation_id },
    })),
  },
} satisfies ServerDescriptors;
