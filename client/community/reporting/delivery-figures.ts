import type { Announcement } from '../../../schema/tables/announcements.ts';
import type { ReportRow } from './report-table.tsx';

export type Sent = Pick<
  Announcement,
  'id' | 'title' | 'category' | 'sent_at' | 'recipient_count' | 'delivered_count' | 'failed_count'
>;

/** The sums of announcements: of each, its recipients and to how many of them it was delivered. */
export type DeliveryRow = ReportRow & { sent: number; recipients: number; delivered: number; failed: number };

const sumOf = (key: string, name: string, announcements: readonly Sent[]): DeliveryRow => ({
  key,
  name,
  sent: announcements.length,
  recipients: sum(announcements.map(({ recipient_count }) => recipient_count)),
  delivered: sum(announcements.map(({ delivered_count }) => delivered_count)),
  failed: sum(announcements.map(({ failed_count }) => failed_count)),
});
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

/** The announcements sent at an instant that `isCounted`. */
export const sentWithin = <A extends Sent>(announcements: readonly A[], isCounted: (sent_at: string) => boolean): A[] =>
  announcements.filter(({ sent_at }) => sent_at !== null && isCounted(sent_at));

/** A row for each group, those of most announcements first, and their sum where they are several. */
export const deliveryRows = (
  announcements: readonly Sent[],
  groupOf: (announcement: Sent) => string,
): DeliveryRow[] => {
  const rows = [...Map.groupBy(announcements, groupOf)]
    .map(([name, group]) => sumOf(name, name, group))
    .sort((a, b) => b.sent - a.sent || (a.name < b.name ? -1 : 1));
  return rows.length > 1 ? [...rows, { ...sumOf('/Total', 'Total', announcements), isTotal: true }] : rows;
};

/** "97.5%", or null where there was no one. */
export const shareOf = ({ delivered, recipients }: Pick<DeliveryRow, 'delivered' | 'recipients'>): string | null =>
  recipients === 0 ? null : `${Math.floor((delivered / recipients) * 1000) / 10}%`;
