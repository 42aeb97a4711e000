import { METRIC_DAYS, type Metric, OPEN } from '../../sync/dashboard.ts';
import { paths } from '../paths.ts';
import { listPath } from '../requests/model.ts';
import { StatCards } from '../ui/card.tsx';
import { formatMoney } from '../ui/format.ts';
import { useAdditions, useMetrics, useOwed } from './figures.ts';
import { trendOf } from './labels.ts';

/** What is owed, and three counts; each leads to what it counts. */
export const MetricCards = ({ now, today }: { now: Date; today: string }) => {
  const { maintenanceRequests, announcements, documents } = useMetrics(now);
  const owed = useOwed(today);
  const added = useAdditions(now);
  const trends = {
    requests: trendOf(added.requests),
    announcements: trendOf(added.announcements),
    documents: trendOf(added.documents),
  };
  return (
    <section aria-label="Metrics" className="grid gap-1.5">
      <StatCards
        stats={[
          { label: 'Outstanding Dues', value: formatMoney(owed.cents), hint: owed.said, href: paths.dues() },
          { ...shown(maintenanceRequests, trends.requests), href: listPath({ status: OPEN }) },
          { ...shown(announcements, trends.announcements), href: paths.announcements() },
          { ...shown(documents, trends.documents), href: paths.documents() },
        ]}
      />
      {Object.values(trends).some(Boolean) && (
        <p className="text-ink-3 text-sm">
          “Than last month” compares what was added in the last {METRIC_DAYS} days with the {METRIC_DAYS} days before.
        </p>
      )}
    </section>
  );
};

const shown = ({ title, value }: Metric, trend: string | undefined) => ({
  label: title,
  value,
  ...(trend && { hint: trend }),
});
