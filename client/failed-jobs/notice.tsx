import { RotateCw } from 'lucide-react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { useFailedJobActs, useFailedJobsOf, useMayResend } from './acts.ts';
import { failedOf } from './labels.ts';

/** Says on a record what about it failed and why, with a way to ask for it again. For the board: others hold none. */
export const FailedJobNotice = ({ subject_id }: { subject_id: string }) => {
  const jobs = useFailedJobsOf(subject_id);
  const mayResend = useMayResend();
  const { errors, resend, dismiss } = useFailedJobActs();
  return jobs.map((job) => (
    <Alert key={job.id} tone="error" title={failedOf(job)} onClose={() => void dismiss(job)}>
      <p>{errors[job.id] ?? job.reason}</p>
      {mayResend(job) && (
        <Button size="small" icon={RotateCw} onClick={() => void resend(job)} className="mt-2">
          Resend
        </Button>
      )}
    </Alert>
  ));
};

/** The same as a line beneath a name in a list, whose row has a way to resend of its own. */
export const FailedJobLine = ({ subject_id }: { subject_id: string }) =>
  useFailedJobsOf(subject_id).map((job) => (
    <span key={job.id} className="block font-normal text-red text-sm [overflow-wrap:anywhere]">
      {failedOf(job)}: {job.reason}
    </span>
  ));
