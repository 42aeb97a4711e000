import { useMemo } from 'react';
// Not from 'wouter' itself, whose useSearch decodes percent signs twice.
import { useSearch } from 'wouter/use-browser-location';

export { useHistoryState } from 'wouter/use-browser-location';

/** The search parameters of the address; the same object until they change, so copy before editing. */
export const useSearchParams = (): URLSearchParams => {
  const search = useSearch();
  return useMemo(() => new URLSearchParams(search), [search]);
};
