import type { OutboxLabels, RecordHrefs, RecordTitles, Verbs } from '../../outbox-label.ts';
import { paths } from '../../paths.ts';

export const drafts = {
  /** {title, category, is_public, notes} */
  create: () => 'document',
};

export const titles = { document: ({ title }) => title } satisfies RecordTitles;

export const labels = {
  createDocument: {
    title: ({ title }) => `Document: ${title}`,
    edit: () => ({ href: paths.documents() }),
  },
  updateDocument: { title: () => 'Update Document' },
  deleteDocument: {
    title: ({ title }) => `Delete: ${title}`,
    edit: () => ({ href: paths.documents() }),
  },
} satisfies OutboxLabels;

export const hrefs = { document: paths.documents } satisfies RecordHrefs;

export const verbs = {
  createDocument: 'uploaded',
  updateDocument: 'changed',
  deleteDocument: 'deleted',
} satisfies Verbs;
