import { lazy, Suspense } from 'react';
import { useCan } from '../session.ts';

const ActivityOfRecord = lazy(() => import('./record.tsx'));

/** A record's part of the trail of activity, for those who may see it. */
export const RecordActivity = ({ id }: { id: string }) =>
  useCan('activity.view') && (
    <Suspense>
      <ActivityOfRecord id={id} />
    </Suspense>
  );
