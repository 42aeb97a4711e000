import { FileText, Inbox, type LucideIcon, Megaphone } from 'lucide-react';
import { ACTIVITY_DAYS, type Activity } from '../../../sync/dashboard/figures.ts';
import { paths } from '../../paths.ts';
import { IconItem } from '../../screens/icon-item.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Card } from '../../ui/card.tsx';
import { formatLabel } from '../../ui/format.ts';
import { listPath } from '../documents/model.ts';
import { useActivity } from './figures.ts';

const ICONS: Record<Activity['type'], LucideIcon> = { announcement: Megaphone, request: Inbox, document: FileText };

export const RecentActivity = ({ now }: { now: Date }) => {
  const activity = useActivity(now);
  return (
    <Card title="Recent Activity" flush>
      {activity.length === 0 ? (
        <div className="px-4 py-6">
          <p className="text-ink-2">No recent activity in the last {ACTIVITY_DAYS} days</p>
          <p className="text-ink-3 text-sm">Announcements, requests and new documents will show up here.</p>
        </div>
      ) : (
        <ul aria-label="Recent Activity" className="py-1.5">
          {activity.map((item) => (
            <Item key={`${item.type}/${item.id}`} {...item} />
          ))}
        </ul>
      )}
    </Card>
  );
};

const Item = (item: Activity) => (
  <IconItem icon={ICONS[item.type]} href={hrefOf(item)}>
    <span className="min-w-0 flex-1">
      <span className="block truncate font-[560]">{item.title}</span>
      <span className="block truncate text-ink-3 text-sm">
        {formatLabel(item.type)} · {item.description}
      </span>
      <Ago at={item.time} className="num block whitespace-nowrap text-ink-3 text-sm md:hidden" />
    </span>
    <Ago at={item.time} className="num mt-px block whitespace-nowrap text-ink-3 text-sm max-md:hidden" />
  </IconItem>
);

/** Documents have no detail screen, so the link opens the list with a search. */
const hrefOf = ({ type, id, title }: Activity): string => {
  if (type === 'announcement') return paths.announcement(id);
  return type === 'request' ? paths.request(id) : listPath({ search: title });
};
