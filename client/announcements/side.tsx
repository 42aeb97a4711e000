import type { Announcement } from '../../schema/announcements.ts';
import { canManage } from '../../sync/announcements.ts';
import { ActivityHistory } from '../screens/history.tsx';
import { useUser } from '../session.ts';
import { Card, Facts } from '../ui/card.tsx';
import { formatCount, formatDateTime, formatPlural } from '../ui/format.ts';
import { audienceLabel, successRate } from './labels.ts';
import { isStarted, useReach } from './recipients.ts';

/** What stands beside an announcement: what is known of it, and for the board how its emails went. */
export const Side = ({ announcement }: { announcement: Announcement }) =>
  canManage(useUser()) ? (
    <>
      <BoardDetails announcement={announcement} />
      {isStarted(announcement) && <Statistics {...announcement} />}
      {/* A device may still hold rows without a history. */}
      <ActivityHistory history={announcement.history ?? []} />
    </>
  ) : (
    <Details
      entries={[sentAt(announcement), ...(isStarted(announcement) ? [total(announcement.recipient_count)] : [])]}
    />
  );

type Entry = Parameters<typeof Facts>[0]['entries'][number];

const Details = ({ entries }: { entries: Entry[] }) => (
  <Card title="Details" className="num">
    <Facts entries={entries} />
  </Card>
);

const sentAt = ({ sent_at }: Announcement): Entry => ['Sent At', sent_at && formatDateTime(sent_at)];
const total = (count: number): Entry => ['Total Recipients', formatPlural(count, 'recipient')];

/** Before the sending it counts whom the audience would reach now. */
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

const Audience = ({ audience_type, custom_recipients }: Announcement) => (
  <>
    {audienceLabel(audience_type)}
    {audience_type === 'custom' && (
      <span className="block text-ink-3 text-sm">Specific recipients selected ({custom_recipients.length})</span>
    )}
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
          ['Under way', open > 0 ? formatCount(open) : null],
          ['Delivery Success Rate', status === 'sent' ? `${successRate(delivered_count, recipient_count)}%` : null],
        ]}
      />
    </Card>
  );
};
