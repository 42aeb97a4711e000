import { plainText } from '../../../schema/rich-text.ts';
import type { OutboxLabels, RecordHrefs, RecordTitles, Verbs } from '../../outbox-label.ts';
import { paths } from '../../paths.ts';
import { formatLabel } from '../../ui/format.ts';

export const drafts = {
  /** {title, category, description}; of its own for a request about an entry of an account. */
  create: (entry_id: string | null = null) => (entry_id ? `request/${entry_id}` : 'request'),
  /** The message's HTML. */
  message: (request_id: string) => `request-message/${request_id}`,
  /** {resolution_notes, base} */
  notes: (request_id: string) => `request-notes/${request_id}`,
};

export const titles = {
  request: ({ title }) => title,
  requestComment: ({ message }) => plainText(message),
} satisfies RecordTitles;

export const labels = {
  createRequest: {
    title: ({ title }) => `Request: ${title}`,
    edit: ({ title, category, description, entry_id }) => {
      const about = typeof entry_id === 'string' ? entry_id : null;
      return {
        href: about ? paths.requestAbout(about) : paths.requestCreate(),
        draft: { key: drafts.create(about), value: { title, category, description } },
      };
    },
  },
  addRequestComment: {
    title: ({ request_id }, titleOf) => `Message: ${titleOf(request_id)}`,
    edit: ({ request_id, message }) => ({
      href: paths.requestMessages(String(request_id)),
      draft: { key: drafts.message(String(request_id)), value: message },
    }),
  },
  updateRequest: {
    title: ({ id, status }, titleOf) =>
      status ? `Status: ${titleOf(id)} → ${formatLabel(String(status))}` : `Request: ${titleOf(id)}`,
    edit: ({ id, resolution_notes, base }) => ({
      href: paths.request(String(id)),
      ...(typeof resolution_notes === 'string' && {
        draft: { key: drafts.notes(String(id)), value: { resolution_notes, base: base ?? {} } },
      }),
    }),
  },
  attachRequestFile: {
    title: ({ id }, titleOf) => `Attachment: ${titleOf(id)}`,
    edit: ({ id }) => ({ href: paths.request(String(id)) }),
  },
  addPhoto: {
    title: ({ id }, titleOf) => `Attachment: ${titleOf(id)}`,
    edit: ({ entity, id }) => ({ href: hrefOf(entity, String(id)) }),
  },
  removePhoto: {
    title: ({ id }, titleOf) => `Remove attachment: ${titleOf(id)}`,
    edit: ({ entity, id }) => ({ href: hrefOf(entity, String(id)) }),
  },
} satisfies OutboxLabels;

export const hrefs = { request: paths.request } satisfies RecordHrefs;

export const verbs = {
  createRequest: 'created',
  updateRequest: 'changed',
  attachRequestFile: 'attached a file to',
  addRequestComment: 'commented on',
  addPhoto: 'attached a file to',
  removePhoto: 'removed a file from',
} satisfies Verbs;

/** A message names its record to no outbox, so that its list is shown. */
const hrefOf = (entity: unknown, id: string): string => {
  if (entity === 'request') return paths.request(id);
  if (entity === 'violation') return paths.violation(id);
  return entity === 'violationMessage' ? paths.violations() : paths.requests();
};
