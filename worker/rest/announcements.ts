import { ANNOUNCEMENT_CATEGORIES, ANNOUNCEMENT_STATUSES } from '../../schema/announcements.ts';
import { ANNOUNCEMENT_NOT_FOUND } from '../../sync/announcements/entity.ts';
import { announcementsQuery } from '../http/list-queries.ts';
import { jsonBody } from '../http/validate.ts';
import { readDeliveries, retrySummary, waitUntilSent } from '../queries/announcement-progress.ts';
import { readAnnouncement, readAnnouncements, readAttachment } from '../queries/announcements.ts';
import { runMutator } from '../run-mutator.ts';
import { command, givenId } from './command.ts';
import { handler, list, query } from './query.ts';
import type { Route } from './route.ts';
import { download, upload } from './uploads.ts';

const id = ANNOUNCEMENT_NOT_FOUND;
const writes = { tag: 'Announcements', access: 'board', scope: 'announcements:write' } as const;
const reads = { tag: 'Announcements', access: 'person', scope: 'announcements:read' } as const;

export const announcementRoutes: readonly Route[] = [
  list('GET /api/announcements', {
    ...reads,
    summary: 'List announcements',
    notes: 'Residents get those that were sent to them.',
    query: announcementsQuery,
    values: { category: ANNOUNCEMENT_CATEGORIES, status: ANNOUNCEMENT_STATUSES },
    read: readAnnouncements,
    of: 'announcement',
  }),
  command('POST /api/announcements', 'createAnnouncement', {
    ...writes,
    summary: 'Write a draft',
    makes: givenId,
    answer: [201, readAnnouncement, 'announcement'],
  }),
  upload('POST /api/announcements/presigned-url', 'announcements', writes),
  download('POST /api/announcements/download-url', readAttachment, reads),
  query('GET /api/announcements/:id', {
    ...{ ...reads, id },
    summary: 'Get an announcement',
    answer: [readAnnouncement, 'announcement'],
  }),
  command('PUT /api/announcements/:id', 'updateAnnouncement', {
    ...{ ...writes, id },
    summary: 'Change a draft',
    answer: [200, readAnnouncement, 'announcement'],
  }),
  command('DELETE /api/announcements/:id', 'deleteAnnouncement', {
    ...{ ...writes, id },
    summary: 'Delete a draft',
    answer: [204],
  }),
  command('POST /api/announcements/:id/read', 'markAnnouncementRead', {
    ...{ tag: 'Announcements', access: 'person', id },
    summary: 'Note that the caller has read it',
    body: 'none',
    answer: [204],
  }),
  command('PUT /api/announcements/:id/schedule', 'scheduleAnnouncement', {
    ...{ ...writes, id },
    summary: 'Send a draft at a time, or at another one',
    notes: 'The time is an instant: a change of the association’s time zone does not move it.',
    answer: [200, readAnnouncement, 'announcement'],
  }),
  command('DELETE /api/announcements/:id/schedule', 'unscheduleAnnouncement', {
    ...{ ...writes, id },
    summary: 'Make a scheduled announcement a draft again',
    answer: [200, readAnnouncement, 'announcement'],
  }),
  handler('POST /api/announcements/:id/send', {
    ...{ ...writes, id },
    summary: 'Send it to its audience',
    notes: 'Answers once the mails are out, or after 8 seconds; sending goes on.',
    body: 'sendAnnouncement',
    answers: { 200: 'sent' },
    mutators: ['sendAnnouncement'],
    isChecked: false,
    handle: async ({ c, deps, actor, id }) => {
      await runMutator(c, 'sendAnnouncement', { ...(await jsonBody(c)), id });
      const { delivered_count, recipient_count } = await waitUntilSent(deps, actor.hoa_id, id);
      return { delivery_summary: { email_delivered: delivered_count, total_recipients: recipient_count } };
    },
  }),
  handler('POST /api/announcements/:id/retry', {
    ...{ ...writes, id },
    summary: 'Send failed mails again',
    body: 'retryAnnouncement',
    answers: { 200: 'retried' },
    mutators: ['retryAnnouncement'],
    isChecked: false,
    handle: async ({ c, deps, actor, id }) => {
      const deliveries = () => readDeliveries(deps, actor.hoa_id, id);
      const body = await jsonBody(c);
      const before = await deliveries();
      await runMutator(c, 'retryAnnouncement', { ...body, id });
      await waitUntilSent(deps, actor.hoa_id, id);
      return { retry_summary: retrySummary(before, await deliveries()) };
    },
  }),
];
