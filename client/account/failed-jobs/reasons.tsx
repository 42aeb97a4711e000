import { failedOf, useFailedJobsOf } from './model.ts';

const Reasons = ({ subject_id }: { subject_id: string }) =>
  useFailedJobsOf(subject_id).map((job) => (
    <span key={job.id} className="block font-normal text-red text-sm [overflow-wrap:anywhere]">
      {failedOf(job)}: {job.reason}
    </span>
  ));

export default Reasons;
