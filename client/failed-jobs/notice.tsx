import { ChevronRight, CircleAlert, RotateCw } from 'lucide-react';
import { Link } from 'wouter';
import { useOpenDisputes } from '../disputes/model.ts';
import { paths } from '../paths.ts';
import { usePaymentsStopped } from '../payouts/paused-notice.tsx';
import { useRows } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { failedOf, useFailedJobActions, useFailedJobsOf, useMayResend } from './model.ts';

/** Empty for users without board rights, whose devices get no failed jobs. */
export const FailedJobNotice = ({ subject_id }: { subject_id: string }) => {
  const jobs = useFailedJobsOf(subject_id);
  const mayResend = useMayResend();
  const { errors, resend, dismiss } = useFailedJobActions();
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

export const FailedJobLine = ({ subject_id }: { subject_id: string }) =>
  useFailedJobsOf(subject_id).map((job) => (
    <span key={job.id} className="block font-normal text-red text-sm [overflow-wrap:anywhere]">
      {failedOf(job)}: {job.reason}
    </span>
  ));

export const NeedsAttention = () => {
  const failed = useRows('failedJob').size;
  const disputes = useOpenDisputes().length;
  const stopped = usePaymentsStopped();
  if (failed + disputes === 0 && !stopped) return null;
  return (
    <Link
      href={paths.needsAttention()}
      className="flex items-center gap-3 rounded-lg border border-red-line bg-red-soft px-4 py-3 text-ink no-underline"
    >
      <CircleAlert aria-hidden className="size-4.5 shrink-0 text-red" />
      <span className="min-w-0 flex-1">
        <b className="font-semibold text-red">Needs Attention</b>
        {stopped && <span className="block text-ink-2">Residents cannot pay online at the moment.</span>}
        {disputes > 0 && (
          <span className="block text-ink-2">
            {disputes === 1 ? 'One payment is disputed.' : `${formatCount(disputes)} payments are disputed.`}
          </span>
        )}
        {failed > 0 && (
          <span className="block text-ink-2">
            {failed === 1
              ? 'One email or task failed and needs your attention.'
              : `${formatCount(failed)} emails or tasks failed and need your attention.`}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
    </Link>
  );
};
