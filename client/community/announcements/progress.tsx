import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { MAILS_USED_UP } from '../../../sync/failed-jobs/mail-pause.ts';
import { isOnline } from '../../device/http.ts';
import { flush } from '../../device/open-store.ts';
import { useOnline, useRefused, useSync } from '../../device/store.ts';
import { useMailPause } from '../../device/today.ts';
import { useNotice } from '../../screens/notice-alert.tsx';
import { SENT_LATER, useWaiting } from '../../screens/waiting.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatCount, formatDateTime, formatPlural } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { isRetrying, retryMessage, retryOf, sentMessage } from './model.ts';

type Props = {
  announcement: Announcement;
  onRefresh: (isRefreshing: boolean) => void;
  onError: (message: string) => void;
};

export const Progress = ({ announcement, onRefresh, onError }: Props) => {
  const sending = announcement.status === 'sending';
  if (!sending && !isRetrying(announcement)) return null;
  return (
    <Card title="Sending in Progress" actions={sending && <Refresh onRefresh={onRefresh} onError={onError} />}>
      <ProgressText announcement={announcement} />
    </Card>
  );
};

const ProgressText = ({ announcement }: { announcement: Announcement }) => {
  const { recipient_count, delivered_count, failed_count } = announcement;
  const online = useOnline();
  const pausedUntil = useMailPause();
  const waiting = useWaiting().get(announcement.id);
  const done = delivered_count + failed_count;
  // Until emails are open, the server has not started this sending or retry.
  const started = done < recipient_count;
  if (waiting && !online)
    return (
      <p role="status" className="font-[560] text-amber">
        {waiting.state === 'device' ? SENT_LATER : 'Saving on this device…'}
      </p>
    );
  return (
    <div className="grid gap-2">
      <p role="status" className="num">
        {started
          ? `${formatCount(done)} of ${formatPlural(recipient_count, 'email')} done${failed_count > 0 ? `, ${formatCount(failed_count)} failed` : ''}`
          : 'Preparing emails'}
      </p>
      <ProgressBar label="Emails sent" value={done} {...(started && { max: recipient_count })} />
      {started && pausedUntil ? (
        <p className="font-[560] text-amber">
          {MAILS_USED_UP} {done === 0 ? 'These will go' : 'The rest will go'} out after {formatDateTime(pausedUntil)}.
        </p>
      ) : (
        <p className="text-ink-2">Sending may take a few minutes. You may navigate away; sending will continue.</p>
      )}
    </div>
  );
};

const Refresh = ({ onRefresh, onError }: Omit<Props, 'announcement'>) => {
  const { busy, refresh } = useRefresh();
  const press = async () => {
    onError('');
    onRefresh(true);
    const refreshed = await refresh();
    onRefresh(false);
    if (!refreshed) onError('Failed to refresh announcement');
  };
  return (
    <Button size="small" icon={RefreshCw} busy={busy} onClick={press}>
      Refresh Status
    </Button>
  );
};

const REFRESH_MS = 1200;

/** Pulls from the server now; `refresh` gives whether it answered. */
const useRefresh = () => {
  const sync = useSync();
  const latest = useRef(sync);
  useEffect(() => {
    latest.current = sync;
  }, [sync]);
  const [busy, setBusy] = useState(false);
  const refresh = async (): Promise<boolean> => {
    if (!isOnline()) return false;
    setBusy(true);
    await Promise.all([flush(REFRESH_MS), new Promise((resolve) => setTimeout(resolve, REFRESH_MS))]);
    setBusy(false);
    return latest.current.online && !latest.current.failed;
  };
  return { busy, refresh };
};

const REFRESHED = 'Announcement status updated - sending completed!';

/** Notices the end of a sending or a retry of the announcement on the screen. Call `onRefresh` with whether the user is
 * refreshing now. */
export const useOutcome = (announcement: Announcement) => {
  const { notice, notify, dismiss } = useNotice();
  const before = useRef(announcement);
  const retry = useRef(retryOf(announcement));
  const refreshing = useRef(false);
  const refused = useRefused().some((item) => item.kind === 'refused' && item.args.id === announcement.id);
  const follow = useEffectEvent(() => {
    const was = before.current;
    before.current = announcement;
    let text: string | null = null;
    if (was.status === 'sending' && announcement.status === 'sent')
      text = refreshing.current ? REFRESHED : sentMessage(announcement);
    if (!isRetrying(was)) retry.current = retryOf(announcement);
    else if (retry.current && !isRetrying(announcement) && !refused) text = retryMessage(announcement, retry.current);
    if (text) notify(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows each change of the announcement
  useEffect(() => follow(), [announcement]);
  return {
    notice,
    dismiss,
    onRefresh: (isRefreshing: boolean) => {
      refreshing.current = isRefreshing;
    },
  };
};
