import { DOCUMENT_CATEGORIES } from '../../schema/documents.ts';
import { paths } from '../paths.ts';
import { filterPath, optional, text, useListFilters } from '../screens/filters.ts';

const fields = { search: text, category: optional(DOCUMENT_CATEGORIES) };

/** `category` null is all of them. */
export const useFilters = () => useListFilters(fields);
export type Filters = ReturnType<typeof useFilters>['filters'];
/** The address of the list with these filters. */
export const listPath = (changes: Partial<Filters>): string => filterPath(fields, paths.documents(), changes);
