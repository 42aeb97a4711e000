import { useEffect, useEffectEvent, useMemo } from 'react';
import { useLocation } from 'wouter';
// Not from 'wouter' itself, whose useSearch decodes percent signs twice.
import { useSearch } from 'wouter/use-browser-location';

export { useHistoryState } from 'wouter/use-browser-location';

/** The same object until the search changes, so copy it before editing. */
export const useSearchParams = (): URLSearchParams => {
  const search = useSearch();
  return useMemo(() => new URLSearchParams(search), [search]);
};

/** Calls `onValue` with the search parameter `name`, then removes all parameters from the address. */
export const useOneTimeParam = (name: string, onValue: (value: string) => void): void => {
  const value = useSearchParams().get(name);
  const [path, navigate] = useLocation();
  const handle = useEffectEvent(onValue);
  useEffect(() => {
    if (value === null) return;
    handle(value);
    navigate(path, { replace: true });
  }, [value, path, navigate]);
};
