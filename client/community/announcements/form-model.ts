import { zodResolver } from '@hookform/resolvers/zod';
import { announcementForm } from '../../../schema/announcement-inputs.ts';
import type { Attachment } from '../../../schema/announcements.ts';
import type { Versions } from '../../../schema/edits.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { conflictsOf } from '../../../sync/announcements/entity.ts';
import { versionOf, versionsOf } from '../../../sync/versions.ts';
import { type Update, useRecordForm } from '../../forms/record-form.ts';

/** The form's values; not the chosen file, which a draft cannot keep as text. */
export type Values = Pick<Announcement, 'title' | 'message' | 'category' | 'audience_type' | 'custom_recipients'> & {
  streets: string[];
  attachment: Attachment | null;
};

export const EMPTY: Values = {
  title: '',
  message: '',
  category: 'general',
  audience_type: 'all',
  custom_recipients: [],
  streets: [],
  attachment: null,
};

/** The form's part of an announcement, without recipients who can no longer be chosen. */
export const valuesOf = (announcement: Announcement, isGone: (user_id: string) => boolean): Values => ({
  title: announcement.title,
  message: announcement.message,
  category: announcement.category,
  audience_type: announcement.audience_type,
  custom_recipients: announcement.custom_recipients.filter((id) => !isGone(id)),
  // Devices may hold rows from before there were streets.
  streets: announcement.streets ?? [],
  attachment: announcement.attachment,
});

/** The versions that a sending of what is written here names. Lists are merged, so what becomes of them is not known. */
export const versionsWritten = (values: Values, { base, ...changes }: Update<Values>): Versions =>
  Object.fromEntries([
    ...Object.entries(base).filter(([field]) => !(field in changes)),
    ...COMPARED.filter((field) => field in changes).map((field) => [field, versionOf(values[field])]),
  ]);
const COMPARED = ['title', 'message', 'category', 'audience_type'] as const;

const RESOLVER = zodResolver(announcementForm);
const CHECKED = ['title', 'message', 'audience_type', 'custom_recipients', 'streets'];

export const useAnnouncementForm = (key: string, values: Values, announcement?: Announcement) =>
  useRecordForm<Values>(
    key,
    values,
    RESOLVER,
    announcement && {
      versions: versionsOf(announcement, CHECKED),
      conflicts: (changes) => conflictsOf(announcement, changes),
    },
  );
