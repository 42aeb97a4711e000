import {
  type Announcement,
  type Attachment,
  announcementFields,
  lacksRecipients,
  RECIPIENT_MISSING,
} from '../../schema/announcements.ts';

/** What the form holds. A chosen file is not part of it: it cannot be kept as text. */
export type Values = Pick<Announcement, 'title' | 'message' | 'category' | 'audience_type' | 'custom_recipients'> & {
  attachment: Attachment | null;
};

export const EMPTY: Values = {
  title: '',
  message: '',
  category: 'general',
  audience_type: 'all',
  custom_recipients: [],
  attachment: null,
};

/** The form's part of an announcement. Chosen people who may no longer be chosen are left out. */
export const valuesOf = (announcement: Announcement, isGone: (user_id: string) => boolean): Values => ({
  title: announcement.title,
  message: announcement.message,
  category: announcement.category,
  audience_type: announcement.audience_type,
  custom_recipients: announcement.custom_recipients.filter((id) => !isGone(id)),
  attachment: announcement.attachment,
});

/** Every field is judged at once; recipients also while another field is still wrong. */
export const formInput = announcementFields.refine(
  ({ audience_type, custom_recipients }) => !lacksRecipients(audience_type, custom_recipients),
  { error: RECIPIENT_MISSING, path: ['custom_recipients'], when: () => true },
);
