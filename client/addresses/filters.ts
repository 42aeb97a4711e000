import { text, useListFilters } from '../screens/filters.ts';

const fields = { search: text };

/** What the directory is searched for. */
export const useFilters = () => useListFilters(fields);
