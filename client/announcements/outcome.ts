import { useEffect, useRef, useState } from 'react';
import type { Announcement } from '../../schema/announcements.ts';

type Standing = Pick<
  Announcement,
  'status' | 'recipient_count' | 'delivered_count' | 'failed_count' | 'sending_since' | 'rev'
>;
/** A retry as it began; `rev` is the row's before it, by which one that the server refused is told. */
type Retry = { delivered: number; pending: number; rev: number };

/** Whether a sent announcement is on its way once more to those whom it did not reach. */
export const isRetrying = ({ status, sending_since }: Pick<Standing, 'status' | 'sending_since'>): boolean =>
  status === 'sent' && sending_since !== null;

/** What is said when a sending has ended well. */
export const sentSentence = ({ delivered_count, recipient_count }: Standing): string =>
  `Announcement sent successfully (${delivered_count}/${recipient_count} emails delivered)`;

/** A retry that `now` is on, if there is one. */
export const retryOf = (now: Standing, rev: number): Retry | null =>
  isRetrying(now)
    ? { delivered: now.delivered_count, pending: now.recipient_count - now.delivered_count - now.failed_count, rev }
    : null;

/** What is said of a retry that has ended; nothing where it never took place. */
export const retrySentence = (now: Standing, { delivered, pending, rev }: Retry): string | null => {
  const succeeded = now.delivered_count - delivered;
  return now.rev === rev ? null : `Retry completed: ${succeeded} succeeded, ${pending - succeeded} failed`;
};

const REFRESHED = 'Announcement status updated - sending completed!';

/** Follows an announcement on the screen and says what its sending or its retry has come to, when that arrives.
 * `refreshed` notes that the user has asked for it. */
export const useOutcome = (announcement: Announcement) => {
  const [said, setSaid] = useState<{ text: string; at: number } | null>(null);
  const before = useRef<Standing>(announcement);
  const retry = useRef(retryOf(announcement, -1));
  const asked = useRef(false);
  useEffect(() => {
    const was = before.current;
    before.current = announcement;
    let text: string | null = null;
    if (was.status === 'sending' && announcement.status === 'sent')
      text = asked.current ? REFRESHED : sentSentence(announcement);
    if (!isRetrying(was)) retry.current = retryOf(announcement, was.rev);
    else if (retry.current && !isRetrying(announcement)) text = retrySentence(announcement, retry.current);
    if (announcement.status !== 'sending') asked.current = false;
    if (text) setSaid({ text, at: Date.now() });
  }, [announcement]);
  return {
    said,
    dismiss: () => setSaid(null),
    refreshed: () => {
      asked.current = true;
    },
  };
};
