import { FileText, Upload } from 'lucide-react';
import { paths } from '../../paths.ts';
import { type SearchAction, type SearchRows, searchSource } from '../../search/source.ts';
import { formatDate } from '../../ui/format.ts';

export const source = searchSource({
  entity: 'document',
  label: 'Documents',
  icon: FileText,
  read: ({ id, title, notes, tags, category, is_public, created_at }, rows) => ({
    title,
    about: [category, ...tags, !is_public && 'Board Only'].map((one) => one || undefined),
    texts: [notes, ...textOf(rows, id)],
    detail: () => formatDate(created_at),
    at: created_at,
    href: paths.documentsNamed(title),
  }),
  parts: { documentText: 'document_id' },
});

const textOf = (rows: SearchRows, id: string) =>
  rows('documentText')
    .by('document_id', id)
    .toSorted((a, b) => a.part - b.part)
    .map(({ text }) => text);

export const actions: SearchAction[] = [
  {
    label: 'Upload Document',
    href: paths.documentUpload(),
    icon: Upload,
    needs: 'documents.manage',
    words: 'new file add pdf',
  },
];
