import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { HistoryEntry } from '../../schema/history.ts';
import { local } from '../ui/local-storage.ts';
import { toast } from '../ui/toast.tsx';
import { useUser } from './session.ts';

/** Visits of this user on this device: `since` is up to when the last visit had seen, `shown` up to when this one has; `active` is when the
 * app was last on screen (ms since 1970). `opened` has, by record, the last change that was there when it was opened. */
type Mark = { since: string; shown: string; active: number; opened?: Opened };
type Opened = Readonly<Record<string, string>>;

const UNDO_MS = 5000;
const VISIT_ENDS_AFTER_MS = 30 * 60_000;
const nameOf = (user_id: string) => `away/${user_id}`;
const listeners = new Set<() => void>();

const NONE: Opened = {};

const read = (user_id: string): Mark | undefined => {
  try {
    const text = local.get(nameOf(user_id));
    return text === null ? undefined : (JSON.parse(text) as Mark);
  } catch {
    return undefined;
  }
};

const write = (user_id: string, mark: Mark): void => {
  local.set(nameOf(user_id), JSON.stringify(mark));
  for (const listener of listeners) listener();
};

/** A visit begins when the app comes on screen after half an hour; what the one before was shown is then seen. Before the
 * first visit, all until the last sign-in counts as seen. */
const beginVisit = (user_id: string, last_login: string | null): void => {
  const known = read(user_id);
  const active = Date.now();
  if (!known) {
    const since = last_login ?? new Date().toISOString();
    write(user_id, { since, shown: since, active });
  } else {
    const ended = active - known.active > VISIT_ENDS_AFTER_MS;
    const since = ended ? known.shown : known.since;
    write(user_id, { ...known, since, active, opened: openedAfter(since, known) });
  }
};

const openedAfter = (since: string, { opened = NONE }: Mark): Opened =>
  Object.fromEntries(Object.entries(opened).filter(([, at]) => at > since));

/** Up to when this user has seen what others did, on this device. */
export const useSeenSince = (): string => {
  const { id, last_login } = useUser();
  const subscribe = useMemo(() => visitOf(id, last_login), [id, last_login]);
  const since = useSyncExternalStore(subscribe, () => read(id)?.since);
  return since ?? last_login ?? '';
};

const visitOf = (user_id: string, last_login: string | null) => (listener: () => void) => {
  const onVisible = () => {
    if (document.visibilityState === 'visible') return beginVisit(user_id, last_login);
    const known = read(user_id);
    if (known) local.set(nameOf(user_id), JSON.stringify({ ...known, active: Date.now() }));
  };
  const unsubscribe = subscribe(listener);
  beginVisit(user_id, last_login);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisible);
  };
};

/** The next visit begins after what this one was shown. */
export const noteShown = (user_id: string, at: string): void => {
  const known = read(user_id);
  if (known && at > known.shown) local.set(nameOf(user_id), JSON.stringify({ ...known, shown: at }));
};

/** Notes that the record on screen has been opened with its latest change. */
export const useMarkOpened = ({ id, history }: { id: string; history: readonly HistoryEntry[] }): void => {
  const user_id = useUser().id;
  const at = history.at(-1)?.timestamp;
  useEffect(() => {
    const known = read(user_id);
    const { opened = NONE } = known ?? {};
    if (known && at && at > (opened[id] ?? known.since)) write(user_id, { ...known, opened: { ...opened, [id]: at } });
  }, [user_id, id, at]);
};

/** The last change that was there when a record was opened, by the record's id, on this device. */
export const useOpened = (): Opened => {
  const { id } = useUser();
  const text = useSyncExternalStore(subscribe, () => local.get(nameOf(id)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` parses this text
  return useMemo(() => read(id)?.opened ?? NONE, [id, text]);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
};

/** From the toast it can be undone. */
export const markSeen = (user_id: string, at: string): void => {
  const known = read(user_id);
  write(user_id, { since: at, shown: at, active: known?.active ?? Date.now() });
  void toast('Marked as seen', 'success', UNDO_MS, { label: 'Undo', run: () => known && write(user_id, known) });
};
