import type * as z from 'zod/mini';
import type { documentUpdate } from '../../schema/document-inputs.ts';
import { DOCUMENT_CATEGORIES } from '../../schema/documents.ts';
import type { Document } from '../../schema/tables/documents.ts';
import type { Descriptors } from '../entity.ts';
import { defineList, type OrderKey, orderByAge, type Tally, zeros } from '../list.ts';
import { can } from '../roles.ts';
import type { Actor } from '../tx.ts';
import { conflictsIn } from '../versions.ts';
import { chosen } from '../where.ts';

export const DOCUMENT_NOT_FOUND = 'Document not found or you do not have permission to view it';

export const canManage = (actor: Pick<Actor, 'role'>) => can(actor.role, 'documents.manage');

export type DocumentQuery = {
  search?: string;
  category?: readonly string[];
  /** 'newest', 'oldest', or one of `SORT_KEYS`, with '-' before it descending. */
  sort?: string;
};

type Listed = Pick<Document, 'id' | 'title' | 'notes' | 'category' | 'file_size' | 'created_at'>;

const SORT_KEYS: Record<string, OrderKey<Listed>> = {
  title: { column: 'title', ignoreCase: true },
  category: { column: 'category' },
  size: { column: 'file_size' },
};

const list = defineList<Listed, DocumentQuery>({
  searchText: ({ title, notes }) => `${title}\n${notes ?? ''}`,
  filters: ({ category }) => ({ category: chosen(category) }),
  order: ({ sort }) => orderByAge(SORT_KEYS, sort),
});

const noFigures = { total: 0, publicTotal: 0, byCategory: zeros(DOCUMENT_CATEGORIES) };

export const figures: Tally<Pick<Document, 'category' | 'is_public'>, typeof noFigures> = {
  zero: () => structuredClone(noFigures),
  add: (totals, { category, is_public }, times) => {
    totals.total += times;
    if (is_public) totals.publicTotal += times;
    totals.byCategory[category] += times;
  },
};

export const conflictsOf = (
  document: Document,
  { title, notes, base }: Partial<z.output<typeof documentUpdate>>,
): string[] => conflictsIn(document, { title, notes }, base);

export const entities = {
  document: {
    audiences: [{ audience: 'board' }, { audience: 'residents', when: { is_public: true } }],
    view: (document, viewer) =>
      canManage(viewer)
        ? document
        : { ...document, uploaded_by: undefined, uploaded_by_name: undefined, edits: undefined },
    list,
    conflicts: { updateDocument: conflictsOf },
    files: { feature: 'documents' },
  },
  documentText: {
    audiences: [{ audience: 'board' }, { audience: 'residents', when: { is_public: true } }],
    view: (text) => text,
    load: 'on demand',
  },
} satisfies Descriptors;
