import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Announcement } from '../../schema/announcements.ts';
import { useOutbox } from '../store.ts';

type Standing = Pick<Announcement, 'status' | 'recipient_count' | 'delivered_count' | 'failed_count' | 'sending_since'>;
/** A retry as it began. */
type Retry = { delivered: number; pending: number };

/** Whether a sent announcement is on its way once more to those whom it did not reach. */
export const isRetrying = ({ status, sending_since }: Pick<Standing, 'status' | 'sending_since'>): boolean =>
  status === 'sent' && sending_since !== null;

/** What is said when a sending has ended well. */
export const sentSentence = ({ delivered_count, recipient_count }: Standing): string =>
  `Announcement sent successfully (${delivered_count}/${recipient_count} emails delivered)`;

/** The retry that an announcement is on, if there is one. */
export const retryOf = (now: Standing): Retry | null =>
  isRetrying(now)
    ? { delivered: now.delivered_count, pending: now.recipient_count - now.delivered_count - now.failed_count }
    : null;

/** What is said of a retry that has ended. */
export const retrySentence = (now: Standing, { delivered, pending }: Retry): string => {
  const succeeded = now.delivered_count - delivered;
  return `Retry completed: ${succeeded} succeeded, ${pending - succeeded} failed`;
};

const REFRESHED = 'Announcement status updated - sending completed!';

/** Follows an announcement on the screen and says what its sending or its retry has come to, when that arrives.
 * `onRefresh` notes that the user is asking for it just now. */
export const useOutcome = (announcement: Announcement) => {
  const [said, setSaid] = useState<{ text: string; at: number } | null>(null);
  const before = useRef<Standing>(announcement);
  const retry = useRef(retryOf(announcement));
  const asked = useRef(false);
  const refused = useOutbox().some((item) => item.kind === 'refused' && item.args.id === announcement.id);
  const follow = useEffectEvent(() => {
    const was = before.current;
    before.current = announcement;
    let text: string | null = null;
    if (was.status === 'sending' && announcement.status === 'sent')
      text = asked.current ? REFRESHED : sentSentence(announcement);
    if (!isRetrying(was)) retry.current = retryOf(announcement);
    else if (retry.current && !isRetrying(announcement) && !refused) text = retrySentence(announcement, retry.current);
    if (text) setSaid({ text, at: Date.now() });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows each change of the announcement
  useEffect(() => follow(), [announcement]);
  return {
    said,
    dismiss: () => setSaid(null),
    onRefresh: (asking: boolean) => {
      asked.current = asking;
    },
  };
};
