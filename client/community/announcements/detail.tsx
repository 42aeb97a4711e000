import { useEffect, useRef, useState } from 'react';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { canManage, isReadable } from '../../../sync/announcements/entity.ts';
import { RecordActivity } from '../../account/activity/of-record.tsx';
import { useUser } from '../../device/session.ts';
import { save } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { ActivityHistory } from '../../screens/history.tsx';
import { Neighbors } from '../../screens/neighbors.tsx';
import { Flash, NoticeAlert } from '../../screens/notice-alert.tsx';
import { TwoColumns } from '../../screens/two-columns.tsx';
import { useWaiting } from '../../screens/waiting.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { formatCount, formatDateTime, formatPlural } from '../../ui/format.ts';
import { Breadcrumb } from '../../ui/page.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { AnnouncementHeader } from './actions.tsx';
import { DeliveryLists } from './deliveries.tsx';
import { audienceLabel, isStarted, LIST, NEIGHBORS, successRate, useHasRead, useReach } from './model.ts';
import { Progress, useOutcome } from './progress.tsx';
import { ScheduledCard } from './scheduled.tsx';
import { AnnouncementLoader, AttachmentCard } from './stored.tsx';

/** /announcements/:id */
const AnnouncementDetail = () => (
  <AnnouncementLoader title="View Announcement">
    {(announcement) => <Detail announcement={announcement} />}
  </AnnouncementLoader>
);

export default AnnouncementDetail;

const Detail = ({ announcement }: { announcement: Announcement }) => {
  useMarkRead(announcement);
  const board = canManage(useUser());
  const { error, setError } = useError(announcement);
  const { notice, dismiss, onRefresh } = useOutcome(announcement);
  return (
    <>
      <Breadcrumb
        entries={[LIST, { label: announcement.title }]}
        aside={<Neighbors {...NEIGHBORS} id={announcement.id} />}
      />
      <AnnouncementHeader announcement={announcement} onError={setError} />
      <Flash />
      <NoticeAlert notice={notice} onClose={dismiss} />
      <ErrorAlert message={error} onClose={() => setError('')} />
      {board && announcement.status === 'failed' && <SendingFailed />}
      <TwoColumns
        wide
        side={<AnnouncementSide announcement={announcement} />}
        below={board && <DeliveryLists announcement={announcement} />}
      >
        {board && announcement.status === 'scheduled' && <ScheduledCard announcement={announcement} />}
        {board && <Progress announcement={announcement} onRefresh={onRefresh} onError={setError} />}
        <Card title="Message">
          <RichText html={announcement.message} className="max-w-[68ch]" />
        </Card>
        <AttachmentCard announcement={announcement} />
      </TwoColumns>
    </>
  );
};

/** Marks the announcement on the screen as read, once; after changes to it that still wait. */
const useMarkRead = (announcement: Pick<Announcement, 'id' | 'status'>): void => {
  const marked = useRef<string>(null);
  const isRead = useHasRead()(announcement.id);
  const isWaiting = useWaiting().has(announcement.id);
  const isUnread = isReadable(announcement) && !isRead && !isWaiting;
  useEffect(() => {
    if (!isUnread || marked.current === announcement.id) return;
    marked.current = announcement.id;
    // It may have been deleted meanwhile; then there is nothing to mark.
    save('markAnnouncementRead', { id: announcement.id }).catch(() => undefined);
  }, [isUnread, announcement.id]);
};

const useError = ({ status }: Announcement) => {
  const [last, setLast] = useState({ text: '', status });
  return { error: last.status === status ? last.text : '', setError: (text: string) => setLast({ text, status }) };
};

const SendingFailed = () => (
  <Alert tone="error" title="Sending Failed">
    There was an error sending this announcement. Please try again.
  </Alert>
);

const AnnouncementSide = ({ announcement }: { announcement: Announcement }) =>
  canManage(useUser()) ? (
    <>
      <BoardDetails announcement={announcement} />
      {isStarted(announcement) && <Statistics {...announcement} />}
      {/* Devices may hold rows from before there was a history. */}
      <ActivityHistory history={announcement.history ?? []} />
      <RecordActivity id={announcement.id} />
    </>
  ) : (
    <Details entries={[sentAt(announcement)]} />
  );

type Entry = Parameters<typeof Facts>[0]['entries'][number];

const Details = ({ entries }: { entries: Entry[] }) => (
  <Card title="Details" className="num">
    <Facts entries={entries} isWide />
  </Card>
);

const sentAt = ({ sent_at }: Announcement): Entry => ['Sent At', sent_at && formatDateTime(sent_at)];
const total = (count: number): Entry => ['Total Recipients', formatPlural(count, 'recipient')];

/** Before the sending, the total is of the people that the audience reaches now. */
const BoardDetails = ({ announcement }: { announcement: Announcement }) => {
  const reach = useReach(announcement).length;
  const { created_by_name, created_at, recipient_count } = announcement;
  return (
    <Details
      entries={[
        sentAt(announcement),
        total(isStarted(announcement) ? recipient_count : reach),
        ['Created By', created_by_name || 'Unknown'],
        ['Created At', formatDateTime(created_at)],
        ['Audience', <Audience key="audience" {...announcement} />],
      ]}
    />
  );
};

const Audience = ({ audience_type, custom_recipients, streets }: Announcement) => (
  <>
    {audienceLabel(audience_type)}
    {audience_type === 'custom' && (custom_recipients.length > 0 || !streets) && (
      <span className="block text-ink-3 text-sm">Specific recipients selected ({custom_recipients.length})</span>
    )}
    {streets && <span className="block text-ink-3 text-sm">Everyone on {streets.join(', ')}</span>}
  </>
);

const Statistics = ({ status, recipient_count, delivered_count, failed_count }: Announcement) => {
  const open = recipient_count - delivered_count - failed_count;
  return (
    <Card title="Delivery Statistics" className="num">
      <Facts
        entries={[
          ['Total', formatPlural(recipient_count, 'email')],
          ['Delivered', formatCount(delivered_count)],
          ['Failed', formatCount(failed_count)],
          ['In progress', open > 0 ? formatCount(open) : null],
          ['Delivery Success Rate', status === 'sent' ? `${successRate(delivered_count, recipient_count)}%` : null],
        ]}
      />
    </Card>
  );
};
