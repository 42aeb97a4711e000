import type { Getter } from 'jotai';
import type { ThreadMessage } from '../../device/seen.ts';
import { rowsAtoms } from '../../device/store.ts';

/** Messages since an instant. They stand newest first, so the scan ends at the first older one. */
export const messagesSince = (get: Getter, since: string): ThreadMessage[] => {
  const { all } = get(rowsAtoms.violationMessage);
  const older = all.findIndex(({ sent_at }) => sent_at <= since);
  const recent = older < 0 ? all : all.slice(0, older);
  return recent.map(({ violation_id, sender_id, sent_at }) => ({ thread: violation_id, by: sender_id, at: sent_at }));
};
