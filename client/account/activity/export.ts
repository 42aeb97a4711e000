import type { Activity } from '../../../schema/tables/activity.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import type { People } from '../../screens/people.tsx';
import { formatLabel } from '../../ui/format.ts';
import { actionLabel, actorName, fieldLabel, kindLabel, valueText } from './words.ts';

const HEADER = ['No.', 'When (UTC)', 'Person', 'Role', 'Action', 'Record', 'Title', 'Changes', 'Device'];

/** Downloads activities as CSV, each with all of its changes; instants in ISO 8601, which sort and survive a spreadsheet. */
export const exportActivity = async (activities: readonly Activity[], people: People): Promise<void> => {
  const lines = activities.map((activity) => [
    String(activity.seq),
    activity.at,
    actorName(activity),
    formatLabel(activity.actor_role ?? ''),
    actionLabel(activity.action),
    formatLabel(kindLabel(activity.entity)),
    activity.title ?? '',
    changesText(activity, people),
    activity.device ?? '',
  ]);
  await exportCsv('activity', HEADER, lines);
};

/** "Status: Open to Resolved; Assignee: nothing to Bea Board" */
const changesText = ({ changes }: Activity, people: People): string =>
  Object.entries(changes)
    .map(([field, values]) =>
      values
        ? `${fieldLabel(field)}: ${valueText(field, values[0], people)} to ${valueText(field, values[1], people)}`
        : `${fieldLabel(field)} changed`,
    )
    .join('; ');
