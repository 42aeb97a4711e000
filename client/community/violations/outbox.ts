import { plainText } from '../../../schema/rich-text.ts';
import type { OutboxLabels, RecordHrefs, RecordTitles, Verbs } from '../../outbox-label.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatLabel } from '../../ui/format.ts';

export const drafts = {
  /** {user_id, title, category, message, due_date} */
  create: () => 'violation',
  /** The message's HTML. */
  message: (violation_id: string) => `violation-message/${violation_id}`,
  /** {resolution_notes, base} */
  notes: (violation_id: string) => `violation-notes/${violation_id}`,
};

export const titles = {
  violation: ({ title }) => title,
  violationMessage: ({ message }) => plainText(message),
} satisfies RecordTitles;

export const labels = {
  createViolation: {
    title: ({ title }) => `Violation: ${title}`,
    edit: ({ user_id, title, category, message, due_date }) => ({
      href: paths.violationCreate(),
      draft: { key: drafts.create(), value: { user_id, title, category, message, due_date } },
    }),
  },
  addViolationMessage: {
    title: ({ violation_id }, titleOf) => `Message: ${titleOf(violation_id)}`,
    edit: ({ violation_id, message }) => ({
      href: paths.violationMessages(String(violation_id)),
      draft: { key: drafts.message(String(violation_id)), value: message },
    }),
  },
  updateViolation: {
    title: ({ id, due_date }, titleOf) => `Due date: ${titleOf(id)} → ${formatDate(String(due_date))}`,
    edit: ({ id }) => ({ href: paths.violation(String(id)) }),
  },
  setViolationStatus: {
    title: ({ id, status }, titleOf) => `Status: ${titleOf(id)} → ${formatLabel(String(status))}`,
    edit: ({ id, resolution_notes, base }) => ({
      href: paths.violation(String(id)),
      ...(typeof resolution_notes === 'string' && {
        draft: { key: drafts.notes(String(id)), value: { resolution_notes, base: base ?? {} } },
      }),
    }),
  },
  attachViolationFile: {
    title: ({ id }, titleOf) => `Attachment: ${titleOf(id)}`,
    edit: ({ id }) => ({ href: paths.violation(String(id)) }),
  },
} satisfies OutboxLabels;

export const hrefs = { violation: paths.violation } satisfies RecordHrefs;

export const verbs = {
  createViolation: 'issued',
  updateViolation: 'changed',
  setViolationStatus: 'changed',
  attachViolationFile: 'attached a file to',
  addViolationMessage: 'wrote a message on',
} satisfies Verbs;
