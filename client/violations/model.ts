import { useMemo } from 'react';
import type { ViolationMessage } from '../../schema/tables/violations.ts';
import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../schema/violations.ts';
import { VIOLATION_NOT_FOUND } from '../../sync/violations.ts';
import { paths } from '../paths.ts';
import { filterPath, multiFilter, useListFilters } from '../screens/filters.ts';
import { useRows } from '../store.ts';

export const LOADER = {
  entity: 'violation',
  name: 'Violation',
  list: { label: 'Compliance', href: paths.compliance() },
  back: 'Back to Violations',
  notFound: VIOLATION_NOT_FOUND,
  failed: 'Failed to load violation',
} as const;

const FILTERS = { category: multiFilter(VIOLATION_CATEGORIES), status: multiFilter(VIOLATION_STATUSES) };

export const useFilters = () => useListFilters(FILTERS);
export const listPath = (changes: Partial<ReturnType<typeof useFilters>['filters']>): string =>
  filterPath(FILTERS, paths.compliance(), changes);

/** The messages of a violation, oldest first. */
export const useMessages = (violation_id: string): ViolationMessage[] => {
  const messages = useRows('violationMessage').by('violation_id', violation_id);
  return useMemo(() => messages.toReversed(), [messages]);
};
