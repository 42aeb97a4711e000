import type { OutboxLabels, RecordHrefs, RecordTitles, Verbs } from '../../outbox-label.ts';
import { paths } from '../../paths.ts';

export const drafts = {
  /** Some of the fields of a due, as typed: what was changed. */
  create: () => 'due',
  edit: (id: string) => `due/${id}`,
};

export const titles = { due: ({ title }) => title } satisfies RecordTitles;

export const labels = {
  createDue: {
    title: ({ title }) => `Due: ${title}`,
    edit: ({ id: _, written_at: __, ...values }) => ({
      href: paths.dueCreate(),
      draft: { key: drafts.create(), value: values },
    }),
  },
  updateDue: {
    title: ({ id, title }, titleOf) => `Due: ${title ?? titleOf(id)}`,
    edit: ({ id, written_at: _, ...changes }) => ({
      href: paths.dueEdit(String(id)),
      draft: { key: drafts.edit(String(id)), value: changes },
    }),
  },
} satisfies OutboxLabels;

export const hrefs = { due: paths.due } satisfies RecordHrefs;

export const verbs = {
  createDue: 'created',
  updateDue: 'changed',
} satisfies Verbs;
