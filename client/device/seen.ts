import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { local } from '../ui/local-storage.ts';
import { useUser } from './session.ts';

export type ThreadMessage = { thread: string; by: string; at: string };

/** Threads seen until an instant, by id; all others count as seen until `since`. */
export type Seen = { since: string; threads: Readonly<Record<string, string>> };

/** How many messages of others in each thread the user has not seen. Their own message marks the earlier ones of its thread
 * as seen. */
export const unseenByThread = (
  messages: readonly ThreadMessage[],
  user_id: string,
  seen: Seen,
): ReadonlyMap<string, number> => {
  const seenUntil = new Map(Object.entries(seen.threads));
  const isNew = ({ thread, at }: ThreadMessage) => at > (seenUntil.get(thread) ?? seen.since);
  for (const message of messages)
    if (message.by === user_id && isNew(message)) seenUntil.set(message.thread, message.at);
  const counts = new Map<string, number>();
  for (const message of messages)
    if (message.by !== user_id && isNew(message)) counts.set(message.thread, (counts.get(message.thread) ?? 0) + 1);
  return counts;
};

const nameOf = (user_id: string) => `seen/${user_id}`;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Starts at the last sign-in: earlier messages count as seen. */
export const useSeen = (): Seen => {
  const { id, last_login } = useUser();
  const text = useSyncExternalStore(subscribe, () => local.get(nameOf(id)));
  const seen = useMemo(
    () => parsed(text) ?? { since: last_login ?? new Date().toISOString(), threads: {} },
    [text, last_login],
  );
  useEffect(() => {
    if (text === null) write(id, seen);
  }, [id, text, seen]);
  return seen;
};

export const markSeen = (user_id: string, seen: Seen, thread_id: string, at: string): void =>
  write(user_id, { ...seen, threads: { ...seen.threads, [thread_id]: at } });

/** Without storage, messages count as unseen again after a reload. */
const write = (user_id: string, seen: Seen) => {
  local.set(nameOf(user_id), JSON.stringify(seen));
  changed();
};

/** The storage event fires in other tabs only. */
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
};

const parsed = (text: string | null): Seen | undefined => {
  try {
    return text === null ? undefined : (JSON.parse(text) as Seen);
  } catch {
    return undefined;
  }
};
