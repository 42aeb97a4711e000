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

/** What differs from where one began: all that is sent, so that what somebody else changed meanwhile stays. */
export const changesOf = (base: Values, values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isEqual(value, base[name as keyof Values])),
  ) as Partial<Values>;

const isEqual = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Every field is judged at once; recipients also while another field is still wrong. */
export const formInput = announcementFields.refine(
  ({ audience_type, custom_recipients }) => !lacksRecipients(audience_type, custom_recipients),
  { error: RECIPIENT_MISSING, path: ['custom_recipients'], when: () => true },
);
