import type { FailedJob } from '../../../schema/tables/failed-jobs.ts';
import { usePeople } from '../../screens/people.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useLast } from '../../ui/frozen.ts';
import { labelOf, type useFailedJobActions } from './model.ts';

type Props = Pick<ReturnType<typeof useFailedJobActions>, 'asked' | 'ask' | 'dismiss'>;

/** Asks first: what is dismissed can no longer be resent. */
export const DismissDialog = ({ asked, ask, dismiss }: Props) => {
  // Keeps its text while it closes.
  const job = useLast(asked);
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={() => ask(null)}
      title="Dismiss Failure"
      confirm="Dismiss"
      onConfirm={() => (asked ? dismiss(asked) : undefined)}
    >
      {job && <Consequence job={job} />}
    </ConfirmDialog>
  );
};

const Consequence = ({ job }: { job: FailedJob }) => {
  const name = usePeople().name(job.user_id);
  return (
    <p className="[overflow-wrap:anywhere]">
      “{labelOf(job)}”{name && ` for ${name}`} failed. If you dismiss it, it is removed for every board member and can’t
      be resent.
    </p>
  );
};
