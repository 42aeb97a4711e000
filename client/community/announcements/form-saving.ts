import { useRef } from 'react';
import { useLocation } from 'wouter';
import type { Attachment } from '../../../schema/announcements.ts';
import type { Versions } from '../../../schema/edits.ts';
import { extensionOf } from '../../../schema/uploads.ts';
import { messageOf } from '../../device/http.ts';
import { save } from '../../device/store.ts';
import type { UploadedFile } from '../../files/file-calls.ts';
import { type UploadChoice, useFormWithFile } from '../../forms/save-with-file.ts';
import { useHoaTime } from '../../meetings/time.ts';
import { paths } from '../../paths.ts';
import { withFlash } from '../../screens/notice-alert.tsx';
import { toast } from '../../ui/toast.tsx';
import { type useAnnouncementForm, type Values, versionsWritten } from './form-model.ts';

type Edit = ReturnType<typeof useAnnouncementForm>;

/** The mutation that follows the saving; null for a draft. */
type Next = { mutation: 'sendAnnouncement' } | { mutation: 'scheduleAnnouncement'; send_at: string } | null;

type Options = {
  id: string;
  /** The sentence for a failure without one of its own. */
  fallback: string;
  /** Writes the values, or the changes alone. Throws Refusal. */
  onSave: (values: Values, changes: ReturnType<Edit['changes']>) => Promise<void>;
  /** A draft was saved. */
  onSaved: () => void;
};

/** Saves the form, and then sends or schedules what was saved. */
export const useSaving = (edit: Edit, { id, fallback, onSave, onSaved }: Options) => {
  const next = useRef<Next>(null);
  const base = useRef<Versions>({});
  const followUp = useFollowUp(id);
  const { submit, ...saving } = useFormWithFile(edit, {
    feature: 'announcements',
    record_id: id,
    attach: 'updateAnnouncement',
    fallback,
    write: (values, uploaded) => {
      const written = { ...values, ...(uploaded && { attachment: attachmentOf(uploaded) }) };
      const changes = edit.changes(written);
      base.current = versionsWritten(written, changes);
      return onSave(written, changes);
    },
    onSaved: () => (next.current ? void followUp(next.current, base.current) : onSaved()),
  });
  const saveAs = (chosen: Next) => {
    next.current = chosen;
    return submit('upload');
  };
  /** It does not go out without a file that waits on the device. */
  const choose = (choice: UploadChoice) => {
    if (choice === 'later' && next.current) {
      next.current = null;
      void toast('Saved as a draft. Send it once the file is uploaded.');
    }
    return submit(choice);
  };
  return { ...saving, saveAs, choose };
};

/** The screen of the announcement opens first, since what is sent has no form any more. */
const useFollowUp = (id: string) => {
  const [, navigate] = useLocation();
  const { short } = useHoaTime();
  return async (next: NonNullable<Next>, base: Versions) => {
    const { mutation, ...args } = next;
    navigate(paths.announcement(id));
    try {
      await save(mutation, { id, ...args, base });
      if (next.mutation === 'scheduleAnnouncement') {
        const flash = withFlash(`Announcement scheduled for ${short(next.send_at)}`);
        navigate(paths.announcement(id), { replace: true, ...flash });
      }
    } catch (error) {
      void toast(`Saved as a draft. ${messageOf(error, 'Failed to send announcement')}`, 'error');
    }
  };
};

const attachmentOf = ({ s3Key, fileName, fileSize }: UploadedFile): Attachment => ({
  s3_key: s3Key,
  filename: fileName,
  file_size: fileSize,
  file_type: extensionOf(fileName),
});
