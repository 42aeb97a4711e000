import { RotateCw } from 'lucide-react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { failedOf, useFailedJobActions, useFailedJobsOf, useMayResend } from './model.ts';

/** Empty for users without board rights, whose devices get no failed jobs. */
export const FailedJobNotice = ({ subject_id }: { subject_id: string }) => {
  const jobs = useFailedJobsOf(subject_id);
  const mayResend = useMayResend();
  const actions = useFailedJobActions();
  return (
    <>
      {jobs.map((job) => (
        <Alert key={job.id} tone="error" title={failedOf(job)} onClose={() => actions.ask(job)}>
          <p>{actions.errors[job.id] ?? job.reason}</p>
          {mayResend(job) && (
            <Button size="small" icon={RotateCw} onClick={() => void actions.resend(job)} className="mt-2">
              Resend
            </Button>
          )}
        </Alert>
      ))}
      <DismissDialog {...actions} />
    </>
  );
};
