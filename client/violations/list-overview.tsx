import type { summary } from '../../sync/violations.ts';
import { paths } from '../paths.ts';
import { Overview } from '../screens/overview.tsx';
import { StatCards } from '../ui/card.tsx';
import { listPath } from './filters.ts';
import { StatusBadge } from './status.tsx';

type Figures = ReturnType<typeof summary>;

/** Three counts over everything one may see, each a link to what it counts. Not `known`: nothing has come yet. */
export const Counts = ({ figures: { byStatus }, known }: { figures: Figures; known: boolean }) => (
  <StatCards
    stats={[
      { label: 'Open', value: byStatus.open, href: listPath({ status: ['open'] }) },
      { label: 'Resolved', value: byStatus.resolved, href: listPath({ status: ['resolved'] }) },
      { label: 'Escalated', value: byStatus.escalated, href: listPath({ status: ['escalated'] }) },
    ].map((stat) => (known ? stat : { ...stat, value: '–' }))}
  />
);

/** The three newest violations, and how many there are of each category. */
export const ViolationOverview = ({ recent, byCategory }: Figures) => (
  <Overview
    recent={recent}
    href={paths.violation}
    status={(violation) => <StatusBadge status={violation.status} />}
    heading="Violation Categories"
    byCategory={byCategory}
    categoryHref={(category) => listPath({ category: [category] })}
  />
);
