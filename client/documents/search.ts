import { FileText, Upload } from 'lucide-react';
import { paths } from '../paths.ts';
import { type SearchAction, searchSource } from '../search/source.ts';
import { formatDate } from '../ui/format.ts';

export const source = searchSource({
  entity: 'document',
  label: 'Documents',
  icon: FileText,
  read: ({ title, notes, tags, category, is_public, created_at }) => ({
    title,
    about: [category, ...tags, !is_public && 'Board Only'].map((one) => one || undefined),
    texts: [notes],
    detail: () => formatDate(created_at),
    at: created_at,
    href: paths.documentsNamed(title),
  }),
});

export const actions: SearchAction[] = [
  {
    label: 'Upload Document',
    href: paths.documentUpload(),
    icon: Upload,
    needs: 'documents.manage',
    words: 'new file add pdf',
  },
];
