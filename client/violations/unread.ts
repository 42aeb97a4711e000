import type { Getter } from 'jotai';
import type { ThreadMessage } from '../shell/seen.ts';
import { rowsAtoms } from '../store.ts';

/** Messages since an instant. */
export const messagesSince = (get: Getter, since: string): ThreadMessage[] =>
  get(rowsAtoms.violationMessage)
    .all.filter(({ sent_at }) => sent_at > since)
    .map(({ violation_id, sender_id, sent_at }) => ({ thread: violation_id, by: sender_id, at: sent_at }));
