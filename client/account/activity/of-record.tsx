import { lazy, Suspense, useState } from 'react';
import { useCan } from '../../device/session.ts';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold-out.tsx';

const ActivityOfRecord = lazy(() => import('./record.tsx'));

/** A record's part of the trail of activity, for those who may see it. */
export const RecordActivity = ({ id }: { id: string }) =>
  useCan('activity.view') && (
    <Suspense>
      <Card title="Activity" className="print:hidden">
        <ActivityOfRecord id={id} />
      </Card>
    </Suspense>
  );

/** The same, folded; it is read when first opened. */
export const FoldedActivity = ({ id }: { id: string }) => {
  const [opened, setOpened] = useState(false);
  const mayView = useCan('activity.view');
  return (
    mayView && (
      <Fold title="Activity" onToggle={(open) => open && setOpened(true)}>
        <Suspense>{opened && <ActivityOfRecord id={id} />}</Suspense>
      </Fold>
    )
  );
};
