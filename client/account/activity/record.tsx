import { useList } from '../../device/live.ts';
import { useRows } from '../../device/store.ts';
import { usePeople } from '../../screens/people.tsx';
import { OlderActivity } from './older.tsx';
import { ActivityDetails, ActivityText, ActivityTime } from './parts.tsx';

const MOST = 20;

/** The activities of one record, newest first. */
const ActivityOfRecord = ({ id }: { id: string }) => {
  // Activities come into memory when first asked for.
  useRows('activity');
  const { rows, count } = useList('activity', { entity_id: id }, MOST);
  const people = usePeople();
  return (
    <>
      {rows.length === 0 && <p className="text-ink-3">No activity on this device.</p>}
      <ol className="grid gap-2.5 text-ink-2">
        {rows.map((activity) => (
          <li key={activity.id}>
            <details>
              <summary className="cursor-pointer">
                <ActivityText activity={activity} people={people} linked={false} /> <ActivityTime at={activity.at} />
              </summary>
              <div className="mt-1.5">
                <ActivityDetails activity={activity} />
              </div>
            </details>
          </li>
        ))}
      </ol>
      {count > rows.length && <p className="mt-2 text-ink-3 text-sm">and {count - rows.length} more</p>}
      <div className="mt-3">
        <OlderActivity query={{ entity_id: id }} />
      </div>
    </>
  );
};

export default ActivityOfRecord;
