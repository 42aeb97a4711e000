import type { OutboxLabel, OutboxLabels, RecordHrefs, RecordTitles, Verbs } from '../../outbox-label.ts';
import { paths } from '../../paths.ts';

export const drafts = {
  /** Some of {title, message, category, audience_type, custom_recipients, attachment}: what was changed. */
  create: () => 'announcement',
  edit: (id: string) => `announcement/${id}`,
};

export const titles = { announcement: ({ title }) => title } satisfies RecordTitles;

const aboutRecord = (verb: string): OutboxLabel => ({
  title: ({ id }, titleOf) => `${verb}: ${titleOf(id)}`,
  edit: ({ id }) => ({ href: paths.announcement(String(id)) }),
});

export const labels = {
  createAnnouncement: {
    title: ({ title }) => `Announcement: ${title}`,
    edit: ({ id: _, written_at: __, delivery_methods: ___, ...values }) => ({
      href: paths.announcementCreate(),
      draft: { key: drafts.create(), value: values },
    }),
  },
  updateAnnouncement: {
    title: ({ id, fileName }, titleOf) => `${fileName ? 'Attachment' : 'Announcement'}: ${titleOf(id)}`,
    edit: ({ id, written_at: _, fileName: __, ...changes }) => ({
      href: paths.announcementEdit(String(id)),
      draft: { key: drafts.edit(String(id)), value: changes },
    }),
  },
  deleteAnnouncement: aboutRecord('Delete'),
  sendAnnouncement: aboutRecord('Send'),
  scheduleAnnouncement: aboutRecord('Schedule'),
  unscheduleAnnouncement: aboutRecord('Cancel the schedule of'),
  retryAnnouncement: aboutRecord('Retry'),
  markAnnouncementRead: aboutRecord('Read'),
} satisfies OutboxLabels;

export const hrefs = { announcement: paths.announcement } satisfies RecordHrefs;

export const verbs = {
  createAnnouncement: 'drafted',
  updateAnnouncement: 'changed',
  deleteAnnouncement: 'deleted',
  sendAnnouncement: 'sent',
  scheduleAnnouncement: 'scheduled',
  unscheduleAnnouncement: 'canceled the schedule of',
  retryAnnouncement: 'resent failed emails for',
  markAnnouncementRead: 'read',
} satisfies Verbs;
