import { useState } from 'react';
import { DOCUMENT_CATEGORIES } from '../../../schema/documents.ts';
import type { Document } from '../../../schema/tables/documents.ts';
import { api, messageOf } from '../../device/api.ts';
import { useOnline } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import { choiceFilter, filterPath, optionalFilter, textFilter, useListFilters } from '../../screens/filters.ts';
import { AGE_SORT, type Sorts, sortValues, textSort } from '../../screens/sorting.tsx';
import { formatDate, formatSize } from '../../ui/format.ts';

export const SORTS: Sorts = {
  Date: AGE_SORT,
  Name: textSort('title', 'Name'),
  Category: textSort('category', 'Category'),
  Size: [
    { value: '-size', label: 'Largest First' },
    { value: 'size', label: 'Smallest First' },
  ],
};

const FILTERS = {
  search: textFilter,
  category: optionalFilter(DOCUMENT_CATEGORIES),
  sort: choiceFilter(sortValues(SORTS)),
};

export const useFilters = () => useListFilters(FILTERS);
type Filters = ReturnType<typeof useFilters>['filters'];
export const listPath = (changes: Partial<Filters>): string => filterPath(FILTERS, paths.documents(), changes);

/** Why something failed for a row: the screen's sentence, and the server's or the network's reason. */
export type RowError = { message: string; reason: string };

/** Downloads documents through short-lived links; `onError` gets null when one begins. `busy` is the id of the row. */
export const useDownload = (onError: (id: string, error: RowError | undefined) => void) => {
  const online = useOnline();
  const [busy, setBusy] = useState<string | null>(null);
  const fail = (id: string, reason: string) => onError(id, { message: 'Failed to download document', reason });
  const download = async ({ id }: Document) => {
    if (!online) return fail(id, OFFLINE);
    onError(id, undefined);
    setBusy(id);
    await openLink(id)
      .catch((error) => fail(id, messageOf(error, '')))
      .finally(() => setBusy(null));
  };
  return { download, busy };
};

const OFFLINE = 'You are offline. You can download it when you are back online.';

const openLink = async (id: string) => {
  const { downloadUrl } = await api<{ downloadUrl: string }>(`/api/documents/${id}/download`, { method: 'POST' });
  // The answer is an attachment, so the page stays.
  location.assign(downloadUrl);
};

/** Downloads the list of documents as CSV; who uploaded them only for the board. */
export const exportDocuments = async (documents: readonly Document[], board: boolean): Promise<void> => {
  const header = ['Name', 'Category', 'Size', 'Format', 'Access', ...(board ? ['Uploaded By'] : []), 'Date', 'Notes'];
  const lines = documents.map((document) => [
    document.title,
    document.category,
    formatSize(document.file_size),
    document.file_type.toUpperCase(),
    document.is_public ? 'Public' : 'Board Only',
    ...(board ? [document.uploaded_by_name] : []),
    formatDate(document.created_at),
    document.notes ?? '',
  ]);
  await exportCsv('documents', header, lines);
};
