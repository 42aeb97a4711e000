import type { Getter } from 'jotai';
import type { ThreadMessage } from '../../device/seen.ts';
import { rowsAtoms } from '../../device/store.ts';

/** Messages since an instant. They stand newest first, so the scan ends at the first older one. */
export const messagesSince = (get: Getter, since: string): ThreadMessage[] => {
  const { all } = get(rowsAtoms.requestComment);
  const older = all.findIndex(({ created_at }) => created_at <= since);
  const recent = older < 0 ? all : all.slice(0, older);
  return recent.map(({ request_id, user_id, created_at }) => ({ thread: request_id, by: user_id, at: created_at }));
};
