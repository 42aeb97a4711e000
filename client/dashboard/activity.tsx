import { FileText, Inbox, type LucideIcon, Megaphone } from 'lucide-react';
import { Link } from 'wouter';
import { ACTIVITY_DAYS, type Activity } from '../../sync/dashboard.ts';
import { listPath } from '../documents/model.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { formatDateTime, formatLabel } from '../ui/format.ts';
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

const Item = (item: Activity) => {
  const Icon = ICONS[item.type];
  return (
    <li>
      <Link
        href={hrefOf(item)}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-2 -outline-offset-2 hover:bg-sunk/60"
      >
        <span className="mt-0.5 grid size-7 place-items-center rounded-full bg-sunk">
          <Icon aria-hidden className="size-3.75 text-ink-3" strokeWidth={1.9} />
        </span>
        <span className="min-w-0">
          <span className="block truncate font-[560]">{item.title}</span>
          <span className="block truncate text-ink-3 text-sm">
            {formatLabel(item.type)} · {item.description}
          </span>
          <Time iso={item.time} className="text-ink-3 text-sm md:hidden" />
        </span>
        <Time iso={item.time} className="mt-px text-ink-3 text-sm max-md:hidden" />
      </Link>
    </li>
  );
};

const Time = ({ iso, className }: { iso: string; className: string }) => (
  <time dateTime={iso} className={`num block whitespace-nowrap ${className}`}>
    {formatDateTime(iso)}
  </time>
);

/** Documents have no detail screen, so the link opens the list with a search. */
const hrefOf = ({ type, id, title }: Activity): string => {
  if (type === 'announcement') return paths.announcement(id);
  return type === 'request' ? paths.request(id) : listPath({ search: title });
};
