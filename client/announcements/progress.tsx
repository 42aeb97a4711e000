import { RefreshCw } from 'lucide-react';
import type { Announcement } from '../../schema/announcements.ts';
import { useOnline } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount, formatPlural } from '../ui/format.ts';
import { ProgressBar } from '../ui/progress.tsx';
import { isRetrying } from './outcome.ts';
import { useRefresh } from './refresh.ts';
import { SENT_LATER } from './send.tsx';
import { useWaiting } from './waiting.ts';

type Props = { announcement: Announcement; onRefresh: (asking: boolean) => void; onProblem: (problem: string) => void };

/** How far a sending or a retry is, live, for the board. */
export const Progress = ({ announcement, onRefresh, onProblem }: Props) => {
  const sending = announcement.status === 'sending';
  if (!sending && !isRetrying(announcement)) return null;
  return (
    <Card title="Sending in Progress" actions={sending && <Refresh onRefresh={onRefresh} onProblem={onProblem} />}>
      <Going announcement={announcement} />
    </Card>
  );
};

const Going = ({ announcement }: { announcement: Announcement }) => {
  const { recipient_count, delivered_count, failed_count } = announcement;
  const online = useOnline();
  const waits = useWaiting().get(announcement.id);
  const settled = delivered_count + failed_count;
  // Where nothing is open, the server has not begun (again) yet.
  const begun = settled < recipient_count;
  if (waits && !online)
    return (
      <p role="status" className="font-[560] text-lamp">
        {waits.state === 'device' ? SENT_LATER : 'Being saved on this device…'}
      </p>
    );
  return (
    <div className="grid gap-2">
      <p role="status" className="num">
        {begun
          ? `${formatCount(settled)} of ${formatPlural(recipient_count, 'email')} done${failed_count > 0 ? `, ${formatCount(failed_count)} failed` : ''}`
          : 'Getting the emails ready'}
      </p>
      <ProgressBar label="Emails sent" value={settled} {...(begun && { max: recipient_count })} />
      <p className="text-ink-2">Sending may take a few minutes. You may navigate away; it goes on.</p>
    </div>
  );
};

const Refresh = ({ onRefresh, onProblem }: Omit<Props, 'announcement'>) => {
  const { busy, refresh } = useRefresh();
  const press = async () => {
    onProblem('');
    onRefresh(true);
    const asked = await refresh();
    onRefresh(false);
    if (!asked) onProblem('Failed to refresh announcement');
  };
  return (
    <Button size="small" icon={RefreshCw} busy={busy} onClick={press}>
      Refresh Status
    </Button>
  );
};
