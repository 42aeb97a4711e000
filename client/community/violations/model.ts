import { getDefaultStore } from 'jotai';
import { useMemo } from 'react';
import type { Violation, ViolationMessage } from '../../../schema/tables/violations.ts';
import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../../schema/violations.ts';
import { isOverdue, VIOLATION_NOT_FOUND, type ViolationQuery } from '../../../sync/violations/entity.ts';
import { save, storeAtom, useRows } from '../../device/store.ts';
import { localToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import {
  choiceFilter,
  filterPath,
  multiFilter,
  parseFilters,
  textFilter,
  useListFilters,
} from '../../screens/filters.ts';
import type { People } from '../../screens/people.tsx';
import { AGE_SORT, type Sorts, sortValues, textSort } from '../../screens/sorting.tsx';
import { formatDate, formatLabel } from '../../ui/format.ts';

export const LOADER = {
  entity: 'violation',
  name: 'Violation',
  list: { label: 'Violations', href: paths.compliance() },
  back: 'Back to Violations',
  notFound: VIOLATION_NOT_FOUND,
  failed: 'Failed to load violation',
} as const;

export const SORTS: Sorts = {
  Created: AGE_SORT,
  'Due Date': [
    { value: 'due', label: 'Due First' },
    { value: '-due', label: 'Due Last' },
  ],
  Title: textSort('title', 'Title'),
  Category: textSort('category', 'Category'),
  Status: [
    { value: 'status', label: 'Open First' },
    { value: '-status', label: 'Open Last' },
  ],
};

const FILTERS = {
  search: textFilter,
  sort: choiceFilter(sortValues(SORTS)),
  category: multiFilter(VIOLATION_CATEGORIES),
  status: multiFilter(VIOLATION_STATUSES),
  show: choiceFilter(['all', 'overdue']),
};

export const useFilters = () => useListFilters(FILTERS);
type Filters = ReturnType<typeof useFilters>['filters'];
export const listPath = (changes: Partial<Filters>): string => filterPath(FILTERS, paths.compliance(), changes);

/** `today` is the viewer's date. */
export const queryOf = ({ search, category, status, show, sort }: Filters, today: string): ViolationQuery => ({
  search,
  category,
  status,
  sort,
  overdue_on: show === 'overdue' ? today : undefined,
});

/** Props of `Neighbors` for a violation. */
export const NEIGHBORS = {
  entities: ['violation'],
  list: LOADER.list.href,
  hrefOf: paths.violation,
  idsOf: (params: URLSearchParams) => matchingIds(parseFilters(FILTERS, params)),
} as const;

/** The ids of all violations that match the filters, in the order of the list, as they are now. */
export const matchingIds = (filters: Filters): string[] =>
  (getDefaultStore().get(storeAtom)?.query('violation', queryOf(filters, localToday())) ?? []).map(({ id }) => id);

/** Puts back the status and the notes of a violation as they were read. Without a base: they are older than the change. */
export const putBackStatus = ({ id, status, resolution }: Violation): Promise<void> =>
  save('setViolationStatus', { id, status, resolution_notes: resolution?.resolution_notes ?? null });

/** The messages of a violation, oldest first. */
export const useMessages = (violation_id: string): ViolationMessage[] => {
  const messages = useRows('violationMessage').by('violation_id', violation_id);
  return useMemo(() => messages.toReversed(), [messages]);
};

const HEADER = ['Title', 'Category', 'Status', 'Resident', 'Address', 'Due Date', 'Overdue', 'Created'];

export const exportViolations = async (violations: readonly Violation[], people: People): Promise<void> => {
  const today = localToday();
  const lines = violations.map((violation) => [
    violation.title,
    violation.category,
    formatLabel(violation.status),
    people.name(violation.user_id),
    people.address(violation),
    formatDate(violation.due_date),
    isOverdue(violation, today) ? 'Yes' : 'No',
    formatDate(violation.created_at),
  ]);
  await exportCsv('violations', HEADER, lines);
};
