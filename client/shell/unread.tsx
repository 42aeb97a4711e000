import { clsx } from 'clsx';
import { atom, useAtomValue } from 'jotai';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { markSeen, type Seen, type ThreadMessage, unseenByThread, useSeen } from '../device/seen.ts';
import { useUser } from '../device/session.ts';
import type { NavEntry } from '../feature.ts';
import { isCurrent, navigation } from './navigation.ts';

export const useUnread = (): Readonly<Record<string, number>> => {
  const { id } = useUser();
  const seen = useSeen();
  const messages = useMessages(seen.since);
  const records = useUnreadRecords(id);
  useMarkOpenThread(seen, messages);
  return useMemo(
    () => ({
      ...records,
      ...Object.fromEntries(messages.map(([{ href }, list]) => [href, unseenByThread(list, id, seen).size])),
    }),
    [records, messages, id, seen],
  );
};

const useMessages = (since: string) =>
  useAtomValue(
    useMemo(() => {
      const sources = navigation.flatMap((entry) => {
        const { messagesSince } = entry;
        return messagesSince ? [[entry, atom((get) => messagesSince(get, since))] as const] : [];
      });
      return atom((get) => sources.map(([entry, source]) => [entry, get(source)] as const));
    }, [since]),
  );

const useUnreadRecords = (user_id: string): Record<string, number> =>
  useAtomValue(
    useMemo(
      () =>
        atom((get) =>
          Object.fromEntries(
            navigation.flatMap(({ href, countUnread }) => (countUnread ? [[href, countUnread(get, user_id)]] : [])),
          ),
        ),
      [user_id],
    ),
  );

const useMarkOpenThread = (seen: Seen, messages: readonly (readonly [NavEntry, readonly ThreadMessage[]])[]) => {
  const { id } = useUser();
  const [path] = useLocation();
  const visible = useVisible();
  const thread = THREAD.exec(path)?.[1];
  const latest = messages
    .flatMap(([entry, list]) => (isCurrent(entry, path) ? list : []))
    .filter((message) => message.thread === thread)
    .map(({ at }) => at)
    .sort()
    .at(-1);
  useEffect(() => {
    if (thread && visible && latest && latest > (seen.threads[thread] ?? seen.since))
      markSeen(id, seen, thread, latest);
  }, [thread, visible, latest, id, seen]);
};
const THREAD = /^\/[^/]+\/([^/]+)(?:\/messages)?$/;

const useVisible = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState === 'visible',
  );

export const nameWithUnread = (label: string, count = 0): string | undefined =>
  count > 0 ? `${label}, ${count} unread` : undefined;

/** Hidden from screen readers, which read `nameWithUnread`. */
export const UnreadCount = ({ count = 0, className }: { count?: number | undefined; className?: string }) =>
  count > 0 && (
    <span
      aria-hidden
      // Rendered by CSS, because an entry's accessible name must contain its visible text.
      data-count={count > 99 ? '99+' : count}
      className={clsx(
        'num inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-pine-soft px-1.25 font-[650] text-[0.6875rem] text-pine-text leading-none before:content-[attr(data-count)]',
        className,
      )}
    />
  );
