import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { unread } from '../../sync/announcements.ts';
import { useHasRead } from '../announcements/reads.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { useRows } from '../store.ts';
import { markSeen, type Seen, useSeen } from './seen.ts';

/** One message of a thread, whichever kind. */
type Said = { thread: string; by: string; at: string };

/** How much is unread behind each entry of the navigation, by its path; from what this device holds. */
export const useUnread = (): Readonly<Record<string, number>> => {
  const seen = useSeen();
  const requests = useRequestMessages(seen.since);
  const violations = useViolationMessages(seen.since);
  useMarkOpenThread(seen, [...requests, ...violations]);
  const { id } = useUser();
  const announcements = useUnreadAnnouncements();
  return useMemo(
    () => ({
      [paths.announcements()]: announcements,
      [paths.requests()]: unseenThreads(requests, id, seen),
      [paths.compliance()]: unseenThreads(violations, id, seen),
    }),
    [announcements, requests, violations, id, seen],
  );
};

const useUnreadAnnouncements = (): number => {
  const announcements = useRows('announcement');
  const hasRead = useHasRead();
  return useMemo(() => unread(announcements.all, hasRead).length, [announcements, hasRead]);
};

/** Messages since an instant. They stand newest first, so that the older ones need no look. */
const useRequestMessages = (since: string): Said[] => {
  const { all } = useRows('requestComment');
  return useMemo(() => {
    const older = all.findIndex(({ created_at }) => created_at <= since);
    const recent = older < 0 ? all : all.slice(0, older);
    return recent.map(({ request_id, user_id, created_at }) => ({ thread: request_id, by: user_id, at: created_at }));
  }, [all, since]);
};

const useViolationMessages = (since: string): Said[] => {
  const { all } = useRows('violationMessage');
  return useMemo(
    () =>
      all
        .filter(({ sent_at }) => sent_at > since)
        .map(({ violation_id, sender_id, sent_at }) => ({ thread: violation_id, by: sender_id, at: sent_at })),
    [all, since],
  );
};

/** How many threads hold a message by somebody else that is newer than what one has seen or said there. */
export const unseenThreads = (messages: readonly Said[], user_id: string, seen: Seen): number => {
  const known = new Map(Object.entries(seen.threads));
  const isNew = ({ thread, at }: Said) => at > (known.get(thread) ?? seen.since);
  for (const message of messages) if (message.by === user_id && isNew(message)) known.set(message.thread, message.at);
  return new Set(messages.filter((message) => message.by !== user_id && isNew(message)).map(({ thread }) => thread))
    .size;
};

const THREAD = /^\/(?:requests|compliance|violations)\/([^/]+)\/messages$/;

/** What is said in the thread on the screen counts as seen, while somebody can look at it. */
const useMarkOpenThread = (seen: Seen, messages: readonly Said[]) => {
  const { id } = useUser();
  const [path] = useLocation();
  const visible = useVisible();
  const thread = THREAD.exec(path)?.[1];
  const latest = messages
    .filter((message) => message.thread === thread)
    .map(({ at }) => at)
    .sort()
    .at(-1);
  useEffect(() => {
    if (thread && visible && latest && latest > (seen.threads[thread] ?? seen.since))
      markSeen(id, seen, thread, latest);
  }, [thread, visible, latest, id, seen]);
};

const useVisible = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState === 'visible',
  );
