import type { ActivityQuery } from '../../../sync/activity/entity.ts';
import { useOnline } from '../../device/store.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadMore } from '../../ui/list.tsx';
import { useOlder } from './model.ts';
import { ActivityTable } from './table.tsx';

/** Activities that have left this device, from the server. */
export const OlderActivity = ({ query }: { query: ActivityQuery }) => {
  const online = useOnline();
  const { rows, more, busy, error, load } = useOlder(query);
  if (!online && !rows) return <p className="text-ink-3">Go online to see activity older than 180 days.</p>;
  return (
    <section className="grid gap-3" aria-label="Older activity">
      {error && <Alert tone="error">{error}</Alert>}
      {rows && rows.length > 0 && (
        <ActivityTable
          caption="Older activity"
          rows={rows}
          footer={<LoadMore more={more} loading={busy} onMore={() => void load()} end="No older activity" />}
        />
      )}
      {rows?.length === 0 && <p className="text-ink-3">No older activity.</p>}
      {!rows && (
        <Button variant="ghost" busy={busy} onClick={() => void load()} className="-ml-3 justify-self-start">
          Show Activity Older Than 180 Days
        </Button>
      )}
    </section>
  );
};
