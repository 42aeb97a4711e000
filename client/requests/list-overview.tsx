import { Link } from 'wouter';
import { REQUEST_CATEGORIES, type Request } from '../../schema/requests.ts';
import type { summary } from '../../sync/requests.ts';
import { paths } from '../paths.ts';
import { Card, StatCards } from '../ui/card.tsx';
import { formatCount, formatDate } from '../ui/format.ts';
import { listPath } from './filters.ts';
import { StatusBadge } from './status.tsx';

type Figures = ReturnType<typeof summary>;

/** The board's four counts over all requests, each a link to what it counts. Not `known`: nothing has come yet. */
export const Counts = ({ figures: { byStatus, byCategory }, known }: { figures: Figures; known: boolean }) => (
  <StatCards
    stats={[
      { label: 'Open', value: byStatus.open, href: listPath({ status: ['open'] }) },
      { label: 'In Progress', value: byStatus.in_progress, href: listPath({ status: ['in_progress'] }) },
      { label: 'Resolved', value: byStatus.resolved, href: listPath({ status: ['resolved'] }) },
      { label: 'Maintenance', value: byCategory.Maintenance, href: listPath({ category: ['Maintenance'] }) },
    ].map((stat) => (known ? stat : { ...stat, value: '–' }))}
  />
);

/** The three newest requests, and how many there are of each category. */
export const Overview = ({ recent, byCategory }: Figures) => (
  <div className="grid gap-4.5 md:grid-cols-[minmax(0,1fr)_18.75rem]">
    <Card title="Recent Activity" flush>
      <ul className="pt-1.5 pb-1.5">{recent.map(Recent)}</ul>
    </Card>
    <Card title="Request Categories" flush>
      <ul className="pt-1.5 pb-1.5">
        {REQUEST_CATEGORIES.map((category) => (
          <li key={category}>
            <Link href={listPath({ category: [category] })} className={ROW}>
              <span className="flex-1">{category}</span>
              <span className="num text-ink-2">{formatCount(byCategory[category])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  </div>
);

const ROW = 'flex min-h-9 items-center gap-3 px-4 py-1 -outline-offset-2 hover:bg-sunk/60 max-md:min-h-11';

const Recent = ({ id, title, status, created_at }: Request) => (
  <li key={id}>
    <Link href={paths.request(id)} className={ROW}>
      <span className="min-w-0 flex-1 truncate">{title}</span>
      <StatusBadge status={status} />
      <span className="num text-ink-3 text-sm max-md:hidden">{formatDate(created_at)}</span>
    </Link>
  </li>
);
