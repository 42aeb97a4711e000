import { lazy, Suspense } from 'react';
import { useRows } from '../../device/store.ts';

const Reasons = lazy(() => import('./reasons.tsx'));

/** Why mails about a record failed; most have no such line. */
export const FailedJobLine = ({ subject_id }: { subject_id: string }) =>
  useRows('failedJob').by('subject_id', subject_id).length > 0 && (
    <Suspense>
      <Reasons subject_id={subject_id} />
    </Suspense>
  );
