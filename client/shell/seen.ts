import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useUser } from '../session.ts';
import { local } from '../ui/local-storage.ts';

/** One message of a thread, of whichever feature. */
export type ThreadMessage = { thread: string; by: string; at: string };

/** What a user has seen on this device: threads by id up to an instant, and all others up to `since`. */
export type Seen = { since: string; threads: Readonly<Record<string, string>> };

const nameOf = (user_id: string) => `seen/${user_id}`;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** What the signed-in user has seen here. It begins with the sign-in: what was said before is taken as seen. */
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

/** Notes that a thread has been seen up to an instant. */
export const markSeen = (user_id: string, seen: Seen, thread_id: string, at: string): void =>
  write(user_id, { ...seen, threads: { ...seen.threads, [thread_id]: at } });

/** Where the device has no room left, what was seen counts again at the next opening. */
const write = (user_id: string, seen: Seen) => {
  local.set(nameOf(user_id), JSON.stringify(seen));
  changed();
};

/** Other tabs tell by the storage event. */
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
