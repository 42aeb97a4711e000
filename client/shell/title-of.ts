import { useRows } from '../store.ts';

/** Looks up the title of whatever has that id on this device. */
export const useTitleOf = (): ((id: unknown) => string) => {
  const [announcements, requests, violations, documents] = [
    useRows('announcement'),
    useRows('request'),
    useRows('violation'),
    useRows('document'),
  ];
  return (id) => {
    const kinds = [announcements, requests, violations, documents];
    const row = kinds.map((rows) => rows.get(String(id))).find((found) => found !== undefined);
    return row?.title ?? 'no longer on this device';
  };
};
