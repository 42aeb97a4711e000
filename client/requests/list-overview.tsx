import type { summary } from '../../sync/requests.ts';
import { paths } from '../paths.ts';
import { Overview } from '../screens/overview.tsx';
import { StatCards } from '../ui/card.tsx';
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
export const RequestOverview = ({ recent, byCategory }: Figures) => (
  <Overview
    recent={recent}
    href={paths.request}
    status={(request) => <StatusBadge status={request.status} />}
    heading="Request Categories"
    byCategory={byCategory}
    categoryHref={(category) => listPath({ category: [category] })}
  />
);
