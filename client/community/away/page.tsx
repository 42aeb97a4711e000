import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useUser } from '../../device/session.ts';
import { useSync } from '../../device/store.ts';
import { markSeen, noteShown, useSeenSince } from '../../device/visits.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, SkeletonRows } from '../../ui/list.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { RetryAlert } from '../../ui/retry-alert.tsx';
import { AwayList } from './list.tsx';
import { useChangesSince } from './model.ts';

const DAYS = 14;
const daysAgo = () => new Date(Date.now() - DAYS * 24 * 60 * 60_000).toISOString();

/** /away: what others did in the last two weeks, or since the last visit if that is longer ago, from this device's rows. */
const Away = () => {
  const { id } = useUser();
  const seen = useSeenSince();
  const [recent] = useState(daysAgo);
  const changes = useChangesSince([seen, recent].toSorted()[0] as string);
  const newest = changes?.[0]?.at ?? '';
  const { phase, failed } = useSync();
  const isLoading = !changes || phase === 'first';
  useEffect(() => {
    if (newest > seen) noteShown(id, newest);
  }, [id, newest, seen]);
  return (
    <>
      <PageHeader
        title="While You Were Away"
        subtitle="What your neighbors and the board did in the last two weeks, newest first"
        {...(newest > seen && { actions: <Button onClick={() => markSeen(id, newest)}>Mark as Seen</Button> })}
      />
      <div className="max-w-3xl">
        {isLoading && (failed ? <RetryAlert>Failed to load what changed</RetryAlert> : <SkeletonRows rows={4} />)}
        {!isLoading && changes.length === 0 && (
          <EmptyState icon={CircleCheck} title="You’re all caught up" hint="No changes in the last two weeks." />
        )}
        {!isLoading && changes.length > 0 && (
          <Card flush>
            <AwayList label="Changes" records={changes} newSince={seen} />
          </Card>
        )}
      </div>
    </>
  );
};

export default Away;
