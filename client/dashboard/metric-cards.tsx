import { METRIC_DAYS, type Metric, OPEN } from '../../sync/dashboard.ts';
import { paths } from '../paths.ts';
import { listPath } from '../requests/filters.ts';
import { StatCards } from '../ui/card.tsx';
import { formatMoney } from '../ui/format.ts';
import { useMetrics, useOwed } from './figures.ts';
import { changeOf } from './words.ts';

/** What is owed, and three counts; each leads to what it counts. */
export const MetricCards = ({ now, today }: { now: Date; today: string }) => {
  const { maintenanceRequests, announcements, documents } = useMetrics(now);
  const owed = useOwed(today);
  return (
    <section aria-label="Metrics" className="grid gap-1.5">
      <StatCards
        stats={[
          { label: 'Outstanding Dues', value: formatMoney(owed.cents), hint: owed.said, href: paths.dues() },
          { ...shown(maintenanceRequests), href: listPath({ status: OPEN }) },
          { ...shown(announcements), href: paths.announcements() },
          { ...shown(documents), href: paths.documents() },
        ]}
      />
      <p className="text-ink-3 text-sm">
        Changes compare what was added in the last {METRIC_DAYS} days with the {METRIC_DAYS} days before.
      </p>
    </section>
  );
};

const shown = ({ title, value, ...metric }: Metric) => ({ label: title, value, hint: changeOf(metric) });
