import { nameOf } from '../../sync/users.ts';
import { useRows } from '../store.ts';

/** Looks up the title (or name) of whatever has that id on this device. */
export const useTitleOf = (): ((id: unknown) => string) => {
  const [announcements, requests, violations, documents, dues] = [
    useRows('announcement'),
    useRows('request'),
    useRows('violation'),
    useRows('document'),
    useRows('due'),
  ];
  const users = useRows('user');
  return (id) => {
    const kinds = [announcements, requests, violations, documents, dues];
    const row = kinds.map((rows) => rows.get(String(id))).find((found) => found !== undefined);
    const user = users.get(String(id));
    return row?.title ?? (user && nameOf(user)) ?? 'no longer on this device';
  };
};
