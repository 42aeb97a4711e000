import { zodResolver } from '@hookform/resolvers/zod';
import type { Announcement } from '../../schema/announcements.ts';
import { conflictsOf } from '../../sync/announcements.ts';
import { versionsOf } from '../../sync/edits.ts';
import { useEditedForm } from '../forms/edited-form.ts';
import { formInput, type Values } from './form-values.ts';

const RESOLVER = zodResolver(formInput);
const CHECKED = ['title', 'message', 'audience_type', 'custom_recipients'];

/** The announcement's form over its values, with its draft. */
export const useDraftedForm = (key: string, values: Values, announcement?: Announcement) =>
  useEditedForm<Values>(
    key,
    values,
    RESOLVER,
    announcement && {
      versions: versionsOf(announcement, CHECKED),
      conflicts: (changes) => conflictsOf(announcement, changes),
    },
  );
